// Each thread has one value channel of a head, whose part of the state no other needs. Groups:
// heads, sequences, parts of the channels. Comes behind TN_ARGS(tn_recurrent_args).

int size() { return a.x[0].shape[0]; }
int tokens() { return a.x[0].shape[2]; }
int own_channel() { return TN_GROUP_Z * TN_THREADS + TN_THREAD; }

/// What the group has of an operand for a token.
tn_floats token_row(tn_address data, tn_layout t, int token) {
  return tn_floats(tn_row(data, t, TN_GROUP_X, token, TN_GROUP_Y));
}

/// The state of the head in the result, from one element on; it starts as that of the sequence.
/// Elements of the channel are `step` apart.
tn_floats start_state(tn_address states, int first, int step) {
  const tn_i64 outputs = tn_i64(size()) * a.x[0].shape[1] * tokens() * a.x[0].shape[3];
  const tn_i64 place = (tn_i64(TN_GROUP_Y) * a.x[0].shape[1] + TN_GROUP_X) * size() * size();
  tn_floats state = tn_floats(push.result + 4 * (outputs + place + first));
  tn_floats start = tn_floats(tn_row(states, a.states, 0, TN_GROUP_X, TN_GROUP_Y) + 4 * first);
  for (int i = 0; i < size(); ++i) state.at[i * step] = start.at[i * step];
  return state;
}

void put_output(int token, float value) {
  const tn_i64 item =
      (tn_i64(TN_GROUP_Y) * tokens() + token) * a.x[0].shape[1] + TN_GROUP_X;
  tn_floats(push.result + 4 * (item * size() + own_channel())).at[0] = value;
}
