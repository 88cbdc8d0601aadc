#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "args/state.h"

TN_KERNEL(gated_delta_net, 0, 0)
TN_ARGS(tn_delta_net_args)

/// The state of a token's past learns its key and value; returns what the query finds in it.
float step_of(tn_floats state, tn_floats q, tn_floats k, tn_floats gate, float v, float beta) {
  const int keys = a.q.shape[0];
  float known = 0.0f;
  for (int i = 0; i < keys; ++i) {
    state.at[i] *= exp(gate.at[a.gate.shape[0] == 1 ? 0 : i]);
    known += state.at[i] * k.at[i];
  }
  const float change = (v - known) * beta;
  float sum = 0.0f;
  for (int i = 0; i < keys; ++i) {
    state.at[i] += k.at[i] * change;
    sum += state.at[i] * q.at[i];
  }
  return sum * a.scale;
}

// Each thread has one value channel: a row of the state, which no other row needs. Groups: heads,
// sequences, parts of the channels. First result: outputs; second: states.
void main() {
  const int keys = a.q.shape[0];
  const int values = a.v.shape[0];
  const int heads = a.v.shape[1];
  const int tokens = a.v.shape[2];
  const int row = TN_GROUP_Z * TN_THREADS + TN_THREAD;
  const int head = TN_GROUP_X;
  const int sequence = TN_GROUP_Y;
  if (row >= values) return;
  const tn_i64 place = sequence * a.sequence_stride + (tn_i64(head) * values + row) * keys;
  const tn_address own = push.result2 + 4 * place;
  tn_floats state = tn_floats(own);
  tn_floats start = tn_floats(tn_row(in5, a.states, row, head, sequence));
  for (int i = 0; i < keys; ++i) state.at[i] = start.at[i];
  for (int token = 0; token < tokens; ++token) {
    const int key_head = head % a.q.shape[1];
    const float result = step_of(
        state, tn_floats(tn_row(in0, a.q, key_head, token, sequence)),
        tn_floats(tn_row(in1, a.k, key_head, token, sequence)),
        tn_floats(tn_row(in3, a.gate, head, token, sequence)),
        tn_floats(tn_row(in2, a.v, head, token, sequence)).at[row],
        tn_floats(tn_row(in4, a.beta, head, token, sequence)).at[0]);
    const tn_i64 item = (tn_i64(sequence) * tokens + token) * heads + head;
    tn_floats(push.result + 4 * (item * values + row)).at[0] = result;
    const int age = tokens - 1 - token;
    if (age == 0 || age >= a.snapshots) continue;
    tn_floats kept = tn_floats(own + 4 * age * a.snapshot_stride);
    for (int i = 0; i < keys; ++i) kept.at[i] = state.at[i];
  }
}
