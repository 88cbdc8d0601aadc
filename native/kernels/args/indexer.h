#pragma once

#include "kernels/types.h"

typedef struct tn_indexer_args {
  tn_layout q, k, weights, mask, y;
  tn_i32 mask_is_half;
} tn_indexer_args;
