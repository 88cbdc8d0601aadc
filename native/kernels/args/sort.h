#pragma once

#include "kernels/types.h"

#define TN_SORT_BLOCK 1024  ///< columns that one group sorts

/// Columns of rows of x. Blocks are sorted first, then runs are merged, twice as long each time.
typedef struct tn_sort_args {
  tn_layout x, y;
  tn_i32 ascending;
  tn_i32 run;   ///< columns of a run
  tn_i32 keep;  ///< how many columns of a run count: a result may want the first only
} tn_sort_args;
