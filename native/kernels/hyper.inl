#include "kernels/language.h"

#include "kernels/activation.h"
#include "kernels/args/rows.h"

// Streams side by side. x: streams [width, streams, tokens]. One group for each row of the result.

// z: weights [streams, tokens]; p[0]: scale.
TN_KERNEL_2(hyper_merge, tn_rows_args) {
  TN_GLOBAL float* y = TN_FLOATS_OUT(tn_row_out(out, a.y, TN_GROUP_X, 0, 0));
  const TN_GLOBAL float* weights = TN_FLOATS(tn_row(in1, a.z, TN_GROUP_X, 0, 0));
  for (tn_i32 i = TN_THREAD; i < a.y.shape[0]; i += TN_THREADS) {
    float sum = 0.0f;
    for (tn_i32 stream = 0; stream < a.x.shape[1]; ++stream)
      sum += TN_FLOATS(tn_row(in0, a.x, stream, TN_GROUP_X, 0))[i] * weights[stream];
    y[i] = sum * a.p[0];
  }
}

// z: gates like x.
TN_KERNEL_2(hyper_merge_gated, tn_rows_args) {
  TN_GLOBAL float* y = TN_FLOATS_OUT(tn_row_out(out, a.y, TN_GROUP_X, 0, 0));
  for (tn_i32 i = TN_THREAD; i < a.y.shape[0]; i += TN_THREADS) {
    float sum = 0.0f;
    for (tn_i32 stream = 0; stream < a.x.shape[1]; ++stream) {
      const float gate = TN_FLOATS(tn_row(in1, a.z, stream, TN_GROUP_X, 0))[i];
      sum += TN_FLOATS(tn_row(in0, a.x, stream, TN_GROUP_X, 0))[i] * tn_sigmoid(gate);
    }
    y[i] = sum * a.p[0];
  }
}

// in0: x [width, tokens] (z), in1: residual (x), in2: gains [streams, tokens], in3: weights [to,
// from, tokens]; p: bytes from token to token of gains and of weights, 1 if there are weights,
// bytes from row to row of weights.
TN_KERNEL_4(hyper_spread, tn_rows_args) {
  const tn_i32 to = (tn_i32)TN_GROUP_X;
  const tn_i32 token = (tn_i32)TN_GROUP_Y;
  const tn_i32 streams = a.x.shape[1];
  const TN_GLOBAL float* x = TN_FLOATS(tn_row(in0, a.z, token, 0, 0));
  const float gain = TN_FLOATS(in2 + token * (tn_i64)a.p[0])[to];
  const TN_GLOBAL tn_u8* weights = in3 + token * (tn_i64)a.p[1];
  TN_GLOBAL float* y = TN_FLOATS_OUT(tn_row_out(out, a.y, to, token, 0));
  for (tn_i32 i = TN_THREAD; i < a.y.shape[0]; i += TN_THREADS) {
    float sum = x[i] * gain;
    if (a.p[2] < 0.5f) sum += TN_FLOATS(tn_row(in1, a.x, to, token, 0))[i];
    for (tn_i32 from = 0; a.p[2] > 0.5f && from < streams; ++from)
      sum += TN_FLOATS(tn_row(in1, a.x, from, token, 0))[i] *
             TN_FLOATS(weights + from * (tn_i64)a.p[3])[to];
    y[i] = sum;
  }
}

/// Divides elements that are `step` apart by their sum.
TN_FUNCTION void tn_normalise(TN_GLOBAL float* y, tn_i32 n, tn_i32 step, float epsilon) {
  float sum = epsilon;
  for (tn_i32 i = 0; i < n; ++i) sum += y[i * step];
  for (tn_i32 i = 0; i < n; ++i) y[i * step] /= sum;
}

TN_FUNCTION void tn_softmax_of_few(TN_GLOBAL float* y, tn_i32 n, float epsilon) {
  float largest = y[0];
  for (tn_i32 i = 1; i < n; ++i) largest = fmax(largest, y[i]);
  for (tn_i32 i = 0; i < n; ++i) y[i] = exp(y[i] - largest);
  tn_normalise(y, n, 1, 0.0f);
  for (tn_i32 i = 0; i < n; ++i) y[i] += epsilon;
}

// in0: mixes (x) [(2 + n) n, tokens], in1: scales, in2: bases; p[0]: epsilon, p[1]: rounds. One
// thread for each token: n is small.
TN_KERNEL_3(hyper_weights, tn_rows_args) {
  const tn_i32 n = a.y.shape[0];
  const tn_i32 token = (tn_i32)(TN_GROUP_X * TN_THREADS + TN_THREAD);
  if (token >= a.y.shape[2]) return;
  const TN_GLOBAL float* mixes = TN_FLOATS(tn_row(in0, a.x, token, 0, 0)) + 2 * n;
  TN_GLOBAL float* y = TN_FLOATS_OUT(tn_row_out(out, a.y, 0, token, 0));
  for (tn_i32 i = 0; i < n * n; ++i)
    y[i] = mixes[i] * TN_FLOATS(in1)[2] + TN_FLOATS(in2)[2 * n + i];
  for (tn_i32 from = 0; from < n; ++from) tn_softmax_of_few(y + from * n, n, a.p[0]);
  for (tn_i32 round = 0; round < (tn_i32)a.p[1]; ++round) {
    for (tn_i32 from = 0; round > 0 && from < n; ++from) tn_normalise(y + from * n, n, 1, a.p[0]);
    for (tn_i32 to = 0; to < n; ++to) tn_normalise(y + to, n, n, a.p[0]);
  }
}
