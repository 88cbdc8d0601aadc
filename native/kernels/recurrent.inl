#include "kernels/language.h"

#include "kernels/args/recurrent.h"

// Each thread has one value channel of a head, whose part of the state no other needs. Groups:
// heads, sequences, parts of the channels.

typedef struct tn_channel {
  tn_i32 n, heads, tokens;
  tn_i32 value, head, sequence;
} tn_channel;

TN_FUNCTION tn_channel tn_own_channel(const tn_recurrent_args a, tn_i32 value, tn_i32 head,
                                      tn_i32 sequence) {
  tn_channel c;
  c.n = a.x[0].shape[0];
  c.heads = a.x[0].shape[1];
  c.tokens = a.x[0].shape[2];
  c.value = value;
  c.head = head;
  c.sequence = sequence;
  return c;
}

/// What the group has of an operand for a token.
TN_FUNCTION const TN_GLOBAL float* tn_token_row(const TN_GLOBAL tn_u8* data, const tn_layout t,
                                                const tn_channel c, tn_i32 token) {
  return TN_FLOATS(tn_row(data, t, c.head, token, c.sequence));
}

/// The state of the head in the result, which starts as that of the sequence; elements of the
/// channel are `step` apart.
TN_FUNCTION TN_GLOBAL float* tn_start_state(const tn_recurrent_args a, TN_GLOBAL tn_u8* y,
                                            const TN_GLOBAL tn_u8* states, const tn_channel c,
                                            tn_i32 first, tn_i32 step) {
  const tn_i64 outputs = (tn_i64)c.n * c.heads * c.tokens * a.x[0].shape[3];
  const tn_i64 place = ((tn_i64)c.sequence * c.heads + c.head) * c.n * c.n;
  TN_GLOBAL float* state = TN_FLOATS_OUT(y) + outputs + place + first;
  const TN_GLOBAL float* start = TN_FLOATS(tn_row(states, a.states, 0, c.head, c.sequence)) + first;
  for (tn_i32 i = 0; i < c.n; ++i) state[i * step] = start[i * step];
  return state;
}

TN_FUNCTION void tn_put_output(TN_GLOBAL tn_u8* y, const tn_channel c, tn_i32 token, float value) {
  const tn_i64 item = ((tn_i64)c.sequence * c.tokens + token) * c.heads + c.head;
  TN_FLOATS_OUT(y)[item * c.n + c.value] = value;
}

// in0 … in5: k, v, r, first, decay, states.
TN_KERNEL_6(rwkv_wkv6, tn_recurrent_args) {
  const tn_channel c = tn_own_channel(a, (tn_i32)(TN_GROUP_Z * TN_THREADS + TN_THREAD),
                                      (tn_i32)TN_GROUP_X, (tn_i32)TN_GROUP_Y);
  if (c.value >= c.n) return;
  TN_GLOBAL float* state = tn_start_state(a, out, in5, c, c.value, c.n);
  const TN_GLOBAL float* first = TN_FLOATS(tn_row(in3, a.first, c.head, 0, 0));
  for (tn_i32 token = 0; token < c.tokens; ++token) {
    const TN_GLOBAL float* k = tn_token_row(in0, a.x[0], c, token);
    const float v = tn_token_row(in1, a.x[1], c, token)[c.value];
    const TN_GLOBAL float* r = tn_token_row(in2, a.x[2], c, token);
    const TN_GLOBAL float* decay = tn_token_row(in4, a.x[3], c, token);
    float sum = 0.0f;
    for (tn_i32 i = 0; i < c.n; ++i) {
      const float kept = state[i * c.n];
      const float product = k[i] * v;
      sum += (product * first[i] + kept) * r[i];
      state[i * c.n] = kept * decay[i] + product;
    }
    tn_put_output(out, c, token, sum);
  }
}

// in0 … in6: r, decay, k, v, a, b, states.
TN_KERNEL_7(rwkv_wkv7, tn_recurrent_args) {
  const tn_channel c = tn_own_channel(a, (tn_i32)(TN_GROUP_Z * TN_THREADS + TN_THREAD),
                                      (tn_i32)TN_GROUP_X, (tn_i32)TN_GROUP_Y);
  if (c.value >= c.n) return;
  TN_GLOBAL float* state = tn_start_state(a, out, in6, c, c.value * c.n, 1);
  for (tn_i32 token = 0; token < c.tokens; ++token) {
    const TN_GLOBAL float* r = tn_token_row(in0, a.x[0], c, token);
    const TN_GLOBAL float* decay = tn_token_row(in1, a.x[1], c, token);
    const TN_GLOBAL float* k = tn_token_row(in2, a.x[2], c, token);
    const float v = tn_token_row(in3, a.x[3], c, token)[c.value];
    const TN_GLOBAL float* read = tn_token_row(in4, a.x[4], c, token);
    const TN_GLOBAL float* added = tn_token_row(in5, a.x[5], c, token);
    float known = 0.0f;
    for (tn_i32 i = 0; i < c.n; ++i) known += state[i] * read[i];
    float sum = 0.0f;
    for (tn_i32 i = 0; i < c.n; ++i) {
      state[i] = state[i] * decay[i] + v * k[i] + known * added[i];
      sum += state[i] * r[i];
    }
    tn_put_output(out, c, token, sum);
  }
}

// in0 … in4: q, k, v, gate, states.
TN_KERNEL_5(gated_linear_attention, tn_recurrent_args) {
  const tn_channel c = tn_own_channel(a, (tn_i32)(TN_GROUP_Z * TN_THREADS + TN_THREAD),
                                      (tn_i32)TN_GROUP_X, (tn_i32)TN_GROUP_Y);
  if (c.value >= c.n) return;
  TN_GLOBAL float* state = tn_start_state(a, out, in4, c, c.value, c.n);
  for (tn_i32 token = 0; token < c.tokens; ++token) {
    const TN_GLOBAL float* q = tn_token_row(in0, a.x[0], c, token);
    const TN_GLOBAL float* k = tn_token_row(in1, a.x[1], c, token);
    const float v = tn_token_row(in2, a.x[2], c, token)[c.value];
    const TN_GLOBAL float* gate = tn_token_row(in3, a.x[3], c, token);
    float sum = 0.0f;
    for (tn_i32 i = 0; i < c.n; ++i) {
      const float value = state[i * c.n] * gate[i] + k[i] * v;
      state[i * c.n] = value;
      sum += value * q[i];
    }
    tn_put_output(out, c, token, sum * a.scale);
  }
}
