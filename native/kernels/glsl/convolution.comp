#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "plain.glsl"
#include "args/images.h"

TN_KERNEL(convolution_*, TN_PLAIN, 0)
TN_ARGS(tn_convolution_args)
#include "images.glsl"

// One group for each row of each output. Groups: rows (of all planes), outputs, images.
void main() {
  const int down = TN_GROUP_X % a.y.size[1];
  const int deep = TN_GROUP_X / a.y.size[1];
  const int channel = TN_GROUP_Y / a.outputs * a.channels;
  const int n = a.kernels.size[0] * a.kernels.size[1] * a.kernels.size[2] * a.channels;
  const tn_address kernel = in1 + tn_i64(TN_GROUP_Y) * n * a.kernels.stride[0];
  tn_floats y = tn_floats(push.result + tn_image_row(a.y, TN_GROUP_Z, TN_GROUP_Y, deep, down));
  for (int i = TN_THREAD; i < a.y.size[0]; i += TN_THREADS) {
    float sum = 0.0f;
    for (int k = 0; k < n; ++k)
      sum += met_value(TN_GROUP_Z, channel, ivec3(i, down, deep), k) *
             tn_load_plain(tn_first, kernel, k, a.kernels.stride[0]);
    y.at[i] = sum;
  }
}
