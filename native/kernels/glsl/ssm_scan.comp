#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "functions.glsl"
#include "args/state.h"

TN_KERNEL(ssm_scan, 0, 0)
TN_ARGS(tn_scan_args)

// Each thread has one channel of a head: a row of the state. Groups: heads, sequences, parts of the
// channels. The states stand behind the outputs.
void main() {
  const int n = a.states.shape[0];
  const int size = a.x.shape[0];
  const int heads = a.x.shape[1];
  const int tokens = a.x.shape[2];
  const int sequences = a.x.shape[3];
  const int row = TN_GROUP_Z * TN_THREADS + TN_THREAD;
  const int head = TN_GROUP_X;
  const int sequence = TN_GROUP_Y;
  if (row >= size) return;
  const tn_i64 outputs = tn_i64(size) * heads * tokens * sequences;
  const tn_i64 snapshot = tn_i64(n) * size * heads * sequences;
  const tn_i64 place = outputs + ((tn_i64(sequence) * heads + head) * size + row) * n;
  const tn_address own = push.result + 4 * place;
  tn_floats state = tn_floats(own);
  tn_floats start = tn_floats(tn_row(in0, a.states, row, head, tn_ints(in6).at[sequence]));
  tn_floats decay = tn_floats(tn_row(in3, a.decay, head, 0, 0));
  const int group = head / (heads / a.b.shape[1]);
  for (int i = 0; i < n; ++i) state.at[i] = start.at[i];
  for (int token = 0; token < tokens; ++token) {
    const float t = tn_softplus(tn_floats(tn_row(in2, a.dt, token, sequence, 0)).at[head]);
    const float x = tn_floats(tn_row(in1, a.x, head, token, sequence)).at[row] * t;
    tn_floats b = tn_floats(tn_row(in4, a.b, group, token, sequence));
    tn_floats c = tn_floats(tn_row(in5, a.c, group, token, sequence));
    float sum = 0.0f;
    for (int i = 0; i < n; ++i) {
      state.at[i] = state.at[i] * exp(t * decay.at[a.decay.shape[0] == 1 ? 0 : i]) + b.at[i] * x;
      sum += state.at[i] * c.at[i];
    }
    const tn_i64 item = (tn_i64(sequence) * tokens + token) * heads + head;
    tn_floats(push.result + 4 * (item * size + row)).at[0] = sum;
    const int age = tokens - 1 - token;
    if (age == 0 || age >= a.snapshots) continue;
    tn_floats kept = tn_floats(own + 4 * age * snapshot);
    for (int i = 0; i < n; ++i) kept.at[i] = state.at[i];
  }
}
