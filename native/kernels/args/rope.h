#pragma once

#include "kernels/types.h"

typedef struct tn_rope_args {
  tn_layout x, y;
  tn_i32 offset, dims;       ///< the first element that is turned, and how many are
  tn_i32 step, partner;      ///< elements from one pair to the next, and between the two of a pair
  tn_i32 has_divisors;
  float log2_base_step;      ///< the frequency of pair i is 2^(i * this)
  float frequency_scale;
  float extrapolation, low, high;  ///< YaRN: how much of the unscaled frequency stays, from where to where
  float magnitude;
} tn_rope_args;
