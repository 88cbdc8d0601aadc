#pragma once

#include "kernels/types.h"

typedef struct tn_softmax_args {
  tn_layout x, mask, y;
  float scale;
  float slope_base, slope_base_rest;  ///< ALiBi: of the first heads and of those behind them
  tn_i32 heads_with_base;
  tn_i32 has_mask, has_sinks;
} tn_softmax_args;
