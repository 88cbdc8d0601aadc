#pragma once

#include "kernels/types.h"

typedef struct tn_binary_args {
  tn_layout a, b, y;
} tn_binary_args;

/// Addends share one layout.
typedef struct tn_add_chain_args {
  tn_layout a, b, y;
  tn_i32 count;
} tn_add_chain_args;
