#pragma once

#include "kernels/language.h"

// Sums over a whole group. `scratch` is shared and has a place for each thread of the largest
// group.

#define TN_MAX_THREADS 256

TN_FUNCTION float tn_sum_group(float value, TN_LOCAL float* scratch TN_TAKE) {
  value = tn_sum_lanes(value TN_PASS);
  if (TN_LANE == 0) scratch[TN_SUBGROUP] = value;
  TN_BARRIER();
  float total = 0.0f;
  for (tn_u32 i = 0; i < TN_THREADS / TN_LANES; ++i) total += scratch[i];
  TN_BARRIER();
  return total;
}

TN_FUNCTION float tn_max_group(float value, TN_LOCAL float* scratch TN_TAKE) {
  value = tn_max_lanes(value TN_PASS);
  if (TN_LANE == 0) scratch[TN_SUBGROUP] = value;
  TN_BARRIER();
  float largest = scratch[0];
  for (tn_u32 i = 1; i < TN_THREADS / TN_LANES; ++i) largest = fmax(largest, scratch[i]);
  TN_BARRIER();
  return largest;
}

TN_FUNCTION const TN_GLOBAL tn_u8* tn_row(const TN_GLOBAL tn_u8* data, const tn_layout t, tn_i64 i1,
                                          tn_i64 i2, tn_i64 i3) {
  return data + i1 * t.stride[1] + i2 * t.stride[2] + i3 * t.stride[3];
}

TN_FUNCTION TN_GLOBAL tn_u8* tn_row_out(TN_GLOBAL tn_u8* data, const tn_layout t, tn_i64 i1,
                                        tn_i64 i2, tn_i64 i3) {
  return data + i1 * t.stride[1] + i2 * t.stride[2] + i3 * t.stride[3];
}

#define TN_FLOATS(pointer) ((const TN_GLOBAL float*)(pointer))
#define TN_FLOATS_OUT(pointer) ((TN_GLOBAL float*)(pointer))
#define TN_INTS(pointer) ((const TN_GLOBAL tn_i32*)(pointer))
#define TN_INTS_OUT(pointer) ((TN_GLOBAL tn_i32*)(pointer))
