#pragma once

#include "kernels/types.h"

/// A product with a matrix of Q4_0 whose codes lie as words of eight, one row beside the next.
typedef struct tn_words_args {
  tn_i64 a_stride, x_stride, y_stride;  ///< bytes from one row, one column to the next
  tn_i32 rows, blocks;                  ///< of the matrix; 32 of its columns are a block
  tn_i32 columns;                       ///< of the other operand
  tn_i32 tile;                          ///< how many of them are multiplied at once
} tn_words_args;
