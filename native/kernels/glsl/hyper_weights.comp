#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "args/rows.h"

TN_KERNEL(hyper_weights, 0, 0)
TN_ARGS(tn_rows_args)

/// Divides elements that are `step` apart by their sum.
void normalise(tn_floats y, int first, int n, int step, float epsilon) {
  float sum = epsilon;
  for (int i = 0; i < n; ++i) sum += y.at[first + i * step];
  for (int i = 0; i < n; ++i) y.at[first + i * step] /= sum;
}

void softmax_of_few(tn_floats y, int first, int n, float epsilon) {
  float largest = y.at[first];
  for (int i = 1; i < n; ++i) largest = max(largest, y.at[first + i]);
  for (int i = 0; i < n; ++i) y.at[first + i] = exp(y.at[first + i] - largest);
  normalise(y, first, n, 1, 0.0f);
  for (int i = 0; i < n; ++i) y.at[first + i] += epsilon;
}

// in0: mixes (x) [(2 + n) n, tokens], in1: scales, in2: bases; p[0]: epsilon, p[1]: rounds. One
// thread for each token: n is small.
void main() {
  const int n = a.y.shape[0];
  const int token = TN_GROUP_X * TN_THREADS + TN_THREAD;
  if (token >= a.y.shape[2]) return;
  tn_floats mixes = tn_floats(tn_row(in0, a.x, token, 0, 0));
  tn_floats y = tn_floats(tn_row(push.result, a.y, 0, token, 0));
  for (int i = 0; i < n * n; ++i)
    y.at[i] = mixes.at[2 * n + i] * tn_floats(in1).at[2] + tn_floats(in2).at[2 * n + i];
  for (int from = 0; from < n; ++from) softmax_of_few(y, from * n, n, a.p[0]);
  for (int round = 0; round < int(a.p[1]); ++round) {
    for (int from = 0; round > 0 && from < n; ++from) normalise(y, from * n, n, 1, a.p[0]);
    for (int to = 0; to < n; ++to) normalise(y, to, n, n, a.p[0]);
  }
}
