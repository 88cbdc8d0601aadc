#pragma once

#include "kernels/types.h"

/// Kernels that take rows one by one: unary functions, products with gates, sums.
typedef struct tn_rows_args {
  tn_layout x, z, y;
  float p[4];  ///< what the op wants to know
} tn_rows_args;
