#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#define TN_GRID in2
#include "numbers.glsl"
#include "args/matmul.h"

TN_KERNEL(matmul_columns_*, TN_READ, 0)
TN_ARGS(tn_matmul_args)

tn_floats columns[TN_FEW_COLUMNS];
float sums[TN_FEW_COLUMNS];

void add_plain(tn_address left) {
  for (int i = TN_LANE; i < a.a.shape[0]; i += TN_LANES) {
    const float x = tn_load_plain(tn_first, left, i, a.a.stride[0]);
    for (int c = 0; c < TN_FEW_COLUMNS; ++c) sums[c] += x * columns[c].at[i];
  }
}

void add_blocks(tn_address left) {
  for (int i = 4 * TN_LANE; i < a.a.shape[0]; i += 4 * TN_LANES) {
    const vec4 x = tn_load_four(tn_first, left, i, a.a.stride[0]);
    for (int c = 0; c < TN_FEW_COLUMNS; ++c) {
      tn_floats z = columns[c];
      sums[c] += dot(x, vec4(z.at[i], z.at[i + 1], z.at[i + 2], z.at[i + 3]));
    }
  }
}

// Each subgroup multiplies a row with TN_FEW_COLUMNS columns, so that what is stored is decoded
// once for all of them; columns behind the last are that again. Groups: rows, columns, matrices.
void main() {
  const int row = TN_GROUP_X * (TN_THREADS / TN_LANES) + TN_SUBGROUP;
  const int i2 = TN_GROUP_Z % a.y.shape[2];
  const int i3 = TN_GROUP_Z / a.y.shape[2];
  const int first = TN_GROUP_Y * TN_FEW_COLUMNS;
  const int own = min(row, a.a.shape[1] - 1);
  const tn_address left = tn_row(in0, a.a, own, i2 / a.share2, i3 / a.share3);
  for (int c = 0; c < TN_FEW_COLUMNS; ++c) {
    columns[c] = tn_floats(tn_row(in1, a.b, min(first + c, a.b.shape[1] - 1), i2, i3));
    sums[c] = 0.0f;
  }
  if (tn_is_plain(tn_first)) {
    add_plain(left);
  } else {
    add_blocks(left);
  }
  for (int c = 0; c < TN_FEW_COLUMNS; ++c) {
    const float sum = subgroupAdd(sums[c]);
    if (TN_LANE == 0 && row < a.a.shape[1] && first + c < a.y.shape[1])
      tn_floats(tn_row(push.result, a.y, first + c, i2, i3)).at[row] = sum;
  }
}
