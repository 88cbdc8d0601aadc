#pragma once

#include "kernels/types.h"

// Kernels for many columns: a group computes a tile of the result.
#define TN_TILE_ROWS 64
#define TN_TILE_COLUMNS 32
#define TN_TILE_THREADS 128
// Kernels for a few columns: a subgroup computes so many at a time.
#define TN_FEW_COLUMNS 4

typedef struct tn_matmul_args {
  tn_layout a, b, y;
  tn_i32 share2, share3;  ///< how many matrices of b use the same one of a
  tn_i64 ids_stride;      ///< bytes from the expert numbers of a token to the next
} tn_matmul_args;
