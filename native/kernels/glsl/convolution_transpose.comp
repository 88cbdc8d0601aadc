#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "plain.glsl"
#include "args/images.h"

TN_KERNEL(convolution_transpose_*, TN_PLAIN, 0)
TN_ARGS(tn_convolution_args)
#include "images.glsl"

/// What a row of x gives element i of a row of the result through a row of a kernel.
float sum_of_row(tn_floats from, tn_address kernel, int i) {
  float sum = 0.0f;
  for (int k = i % a.stride[0]; k < min(a.kernels.size[0], i + 1); k += a.stride[0]) {
    const int column = (i - k) / a.stride[0];
    if (column < a.x.size[0])
      sum += from.at[column] * tn_load_plain(tn_first, kernel, k, a.kernels.stride[0]);
  }
  return sum;
}

/// What all channels give element i of a row.
float sum_of_rows(int down, int i) {
  float sum = 0.0f;
  for (int k = down % a.stride[1]; k < min(a.kernels.size[1], down + 1); k += a.stride[1]) {
    const int row = (down - k) / a.stride[1];
    if (row >= a.x.size[1]) continue;
    for (int channel = 0; channel < a.x.channels; ++channel)
      sum += sum_of_row(tn_floats(in0 + tn_image_row(a.x, TN_GROUP_Z, channel, 0, row)),
                        in1 + tn_image_row(a.kernels, channel, TN_GROUP_Y, 0, k), i);
  }
  return sum;
}

// One group for each row of each output; each element collects what the kernel gives it. Groups:
// rows, outputs, images. Channels of the kernels are their images.
void main() {
  tn_floats y = tn_floats(push.result + tn_image_row(a.y, TN_GROUP_Z, TN_GROUP_Y, 0, TN_GROUP_X));
  for (int i = TN_THREAD; i < a.y.size[0]; i += TN_THREADS) y.at[i] = sum_of_rows(TN_GROUP_X, i);
}
