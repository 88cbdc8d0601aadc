#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "numbers.glsl"
#include "dot.glsl"
#include "args/indexer.h"

TN_KERNEL(lightning_indexer_*, TN_DIRECT, 0)
TN_ARGS(tn_indexer_args)

float mask_at(int cell) {
  const tn_address row = tn_row(in3, a.mask, TN_GROUP_Y, 0, TN_GROUP_Z % a.mask.shape[3]);
  return a.mask_is_half != 0 ? tn_half_to_float(tn_halves(row).at[cell]) : tn_floats(row).at[cell];
}

// Each subgroup has a cell. Groups: cells, tokens, sequences. in0 … in3: q, k, weights, mask.
void main() {
  const int cell = TN_GROUP_X * (TN_THREADS / TN_LANES) + TN_SUBGROUP;
  const bool inside = cell < a.k.shape[2];
  const tn_address key = tn_row(in1, a.k, 0, inside ? cell : 0, TN_GROUP_Z);
  tn_floats weights = tn_floats(tn_row(in2, a.weights, TN_GROUP_Y, 0, TN_GROUP_Z));
  float sum = 0.0f;
  for (int head = 0; head < a.q.shape[1]; ++head) {
    tn_floats q = tn_floats(tn_row(in0, a.q, head, TN_GROUP_Y, TN_GROUP_Z));
    sum += max(tn_dot(tn_first, key, a.k.stride[0], q, a.q.shape[0]), 0.0f) * weights.at[head];
  }
  if (TN_LANE == 0 && inside)
    tn_floats(tn_row(push.result, a.y, TN_GROUP_Y, 0, TN_GROUP_Z)).at[cell] = sum + mask_at(cell);
}
