#pragma once

#include "kernels/types.h"

typedef struct tn_matmul_args {
  tn_layout a, b, y;
  tn_i32 share2, share3;  ///< how many matrices of b use the same one of a
  tn_i64 ids_stride;      ///< bytes from the expert numbers of a token to the next
} tn_matmul_args;
