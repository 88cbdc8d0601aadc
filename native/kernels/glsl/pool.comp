#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "plain.glsl"
#include "args/images.h"

TN_KERNEL(pool_f32, TN_F32, 0)
TN_KERNEL(pool_f16, TN_F16, 0)
TN_ARGS(tn_pool_args)

/// Where a window begins (x) and ends (y) inside of x.
ivec2 window(int direction, int place) {
  const int begin = place * a.stride[direction] - a.padding[direction];
  return ivec2(max(begin, 0), min(begin + a.size[direction], a.x.shape[direction]));
}

/// What the sum over a window is divided by.
float divisor(ivec2 across, ivec2 down) {
  if (a.counts_padding != 0) return float(a.size[0]) * float(a.size[1]);
  const int columns = across.y - across.x;
  const int rows = down.y - down.x;
  return columns > 0 && rows > 0 ? float(columns) * float(rows) : 1.0f;
}

float result_of(ivec2 across, ivec2 down) {
  float result = a.is_mean != 0 ? 0.0f : -3.402823466e+38f;
  for (int row = down.x; row < down.y; ++row) {
    const tn_address x = tn_row(in0, a.x, row, TN_GROUP_Y, TN_GROUP_Z);
    for (int column = across.x; column < across.y; ++column) {
      const float value = tn_load_plain(tn_first, x, column, a.x.stride[0]);
      result = a.is_mean != 0 ? result + value : max(result, value);
    }
  }
  return a.is_mean != 0 ? result / divisor(across, down) : result;
}

// One group for each row of the result.
void main() {
  tn_floats y = tn_floats(tn_own_row(push.result, a.y));
  const ivec2 down = window(1, TN_GROUP_X);
  for (int i = TN_THREAD; i < a.y.shape[0]; i += TN_THREADS)
    y.at[i] = result_of(window(0, i), down);
}
