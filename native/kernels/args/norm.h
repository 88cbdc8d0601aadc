#pragma once

#include "kernels/types.h"

typedef struct tn_norm_args {
  tn_layout x, weight, bias, y;
  float epsilon;
  tn_i32 kind;  ///< 0: root of mean square, 1: layer, 2: L2
  tn_i32 has_weight, has_bias;
} tn_norm_args;
