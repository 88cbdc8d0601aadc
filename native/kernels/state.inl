#include "kernels/language.h"

#include "kernels/activation.h"
#include "kernels/args/state.h"

/// What of each key channel a token leaves.
TN_FUNCTION float tn_kept(const tn_delta_net_args a, const TN_GLOBAL float* gate, tn_i32 i) {
  return exp(gate[a.gate.shape[0] == 1 ? 0 : i]);
}

// Each thread has one value channel: a row of the state, which no other row needs. Groups: heads,
// sequences, parts of the channels. out: outputs; out2: states.
TN_KERNEL_6_2(gated_delta_net, tn_delta_net_args) {
  const tn_i32 keys = a.q.shape[0];
  const tn_i32 values = a.v.shape[0];
  const tn_i32 heads = a.v.shape[1];
  const tn_i32 tokens = a.v.shape[2];
  const tn_i32 row = (tn_i32)(TN_GROUP_Z * TN_THREADS + TN_THREAD);
  const tn_i32 head = (tn_i32)TN_GROUP_X;
  const tn_i32 sequence = (tn_i32)TN_GROUP_Y;
  if (row >= values) return;
  const tn_i64 place = (tn_i64)sequence * a.sequence_stride + ((tn_i64)head * values + row) * keys;
  TN_GLOBAL float* state = TN_FLOATS_OUT(out2) + place;
  const TN_GLOBAL float* start = TN_FLOATS(tn_row(in5, a.states, row, head, sequence));
  for (tn_i32 i = 0; i < keys; ++i) state[i] = start[i];
  for (tn_i32 token = 0; token < tokens; ++token) {
    const tn_i32 key_head = head % a.q.shape[1];
    const TN_GLOBAL float* q = TN_FLOATS(tn_row(in0, a.q, key_head, token, sequence));
    const TN_GLOBAL float* k = TN_FLOATS(tn_row(in1, a.k, key_head, token, sequence));
    const float v = TN_FLOATS(tn_row(in2, a.v, head, token, sequence))[row];
    const TN_GLOBAL float* gate = TN_FLOATS(tn_row(in3, a.gate, head, token, sequence));
    const float beta = TN_FLOATS(tn_row(in4, a.beta, head, token, sequence))[0];
    float known = 0.0f;
    for (tn_i32 i = 0; i < keys; ++i) {
      state[i] *= tn_kept(a, gate, i);
      known += state[i] * k[i];
    }
    const float change = (v - known) * beta;
    float sum = 0.0f;
    for (tn_i32 i = 0; i < keys; ++i) {
      state[i] += k[i] * change;
      sum += state[i] * q[i];
    }
    const tn_i64 item = ((tn_i64)sequence * tokens + token) * heads + head;
    TN_FLOATS_OUT(out)[item * values + row] = sum * a.scale;
    const tn_i32 age = tokens - 1 - token;
    if (age > 0 && age < a.snapshots)
      for (tn_i32 i = 0; i < keys; ++i) state[age * a.snapshot_stride + i] = state[i];
  }
}

// Each thread has one channel of a head: a row of the state. Groups: heads, sequences, parts of the
// channels.
TN_KERNEL_7(ssm_scan, tn_scan_args) {
  const tn_i32 n = a.states.shape[0];
  const tn_i32 size = a.x.shape[0];
  const tn_i32 heads = a.x.shape[1];
  const tn_i32 tokens = a.x.shape[2];
  const tn_i32 sequences = a.x.shape[3];
  const tn_i32 row = (tn_i32)(TN_GROUP_Z * TN_THREADS + TN_THREAD);
  const tn_i32 head = (tn_i32)TN_GROUP_X;
  const tn_i32 sequence = (tn_i32)TN_GROUP_Y;
  if (row >= size) return;
  const tn_i64 outputs = (tn_i64)size * heads * tokens * sequences;
  const tn_i64 snapshot = (tn_i64)n * size * heads * sequences;
  TN_GLOBAL float* state =
      TN_FLOATS_OUT(out) + outputs + (((tn_i64)sequence * heads + head) * size + row) * n;
  const TN_GLOBAL float* start =
      TN_FLOATS(tn_row(in0, a.states, row, head, TN_INTS(in6)[sequence]));
  const TN_GLOBAL float* decay = TN_FLOATS(tn_row(in3, a.decay, head, 0, 0));
  const tn_i32 group = head / (heads / a.b.shape[1]);
  for (tn_i32 i = 0; i < n; ++i) state[i] = start[i];
  for (tn_i32 token = 0; token < tokens; ++token) {
    const float t = tn_softplus(TN_FLOATS(tn_row(in2, a.dt, token, sequence, 0))[head]);
    const float x = TN_FLOATS(tn_row(in1, a.x, head, token, sequence))[row] * t;
    const TN_GLOBAL float* b = TN_FLOATS(tn_row(in4, a.b, group, token, sequence));
    const TN_GLOBAL float* c = TN_FLOATS(tn_row(in5, a.c, group, token, sequence));
    float sum = 0.0f;
    for (tn_i32 i = 0; i < n; ++i) {
      state[i] = state[i] * exp(t * decay[a.decay.shape[0] == 1 ? 0 : i]) + b[i] * x;
      sum += state[i] * c[i];
    }
    const tn_i64 item = ((tn_i64)sequence * tokens + token) * heads + head;
    TN_FLOATS_OUT(out)[item * size + row] = sum;
    const tn_i32 age = tokens - 1 - token;
    if (age > 0 && age < a.snapshots)
      for (tn_i32 i = 0; i < n; ++i) state[age * snapshot + i] = state[i];
  }
}

// Groups: tokens, sequences.
TN_KERNEL_2(ssm_conv, tn_conv_args) {
  TN_GLOBAL float* y = TN_FLOATS_OUT(tn_row_out(out, a.y, TN_GROUP_X, TN_GROUP_Y, 0));
  for (tn_i32 channel = TN_THREAD; channel < a.y.shape[0]; channel += TN_THREADS) {
    const TN_GLOBAL float* x = TN_FLOATS(tn_row(in0, a.x, channel, TN_GROUP_Y, 0)) + TN_GROUP_X;
    const TN_GLOBAL float* window = TN_FLOATS(tn_row(in1, a.window, channel, 0, 0));
    float sum = 0.0f;
    for (tn_i32 i = 0; i < a.window.shape[0]; ++i) sum += x[i] * window[i];
    y[channel] = sum;
  }
}
