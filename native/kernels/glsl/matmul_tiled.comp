#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#define TN_GRID in2
#include "numbers.glsl"
#include "args/matmul.h"

TN_KERNEL(matmul_tiled_*, TN_READ, 0)
TN_ARGS(tn_matmul_args)
#include "tiles.glsl"

// Groups: tiles of rows, tiles of columns, matrices.
void main() {
  const int i2 = TN_GROUP_Z % a.y.shape[2];
  const int i3 = TN_GROUP_Z / a.y.shape[2];
  const int first = TN_GROUP_Y * TN_TILE_COLUMNS;
  const int count = min(TN_TILE_COLUMNS, a.y.shape[1] - first);
  if (TN_THREAD < count) {
    right_columns[TN_THREAD] = tn_row(in1, a.b, first + TN_THREAD, i2, i3);
    result_columns[TN_THREAD] = tn_row(push.result, a.y, first + TN_THREAD, i2, i3);
  }
  const tn_address matrix = tn_row(in0, a.a, 0, i2 / a.share2, i3 / a.share3);
  multiply_tile(matrix, TN_GROUP_X * TN_TILE_ROWS, count);
}
