#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "plain.glsl"
#include "args/images.h"

TN_KERNEL(col2im_*, TN_PLAIN, 0)
TN_ARGS(tn_convolution_args)

/// kernels.size[0]: elements of a column that belong to one output.
float sum_at(int i) {
  const int size = a.kernels.size[0];
  float sum = 0.0f;
  for (int k = 0; k < size; ++k) {
    const int at = i + a.padding[0] - k;
    if (at < 0 || at % a.stride[0] != 0 || at / a.stride[0] >= a.columns.shape[1]) continue;
    sum += tn_load_plain(tn_first, tn_row(in0, a.columns, at / a.stride[0], 0, 0),
                         TN_GROUP_X * size + k, a.columns.stride[0]);
  }
  return sum;
}

// One group for each output; each element collects what columns give it.
void main() {
  tn_floats y = tn_floats(push.result + TN_GROUP_X * a.y.channel_stride);
  for (int i = TN_THREAD; i < a.y.size[0]; i += TN_THREADS) y.at[i] = sum_at(i);
}
