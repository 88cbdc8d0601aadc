#pragma once

#include "kernels/types.h"

#define TN_FLASH_ROWS 16     ///< of queries, in a tile at most
#define TN_FLASH_CELLS 32    ///< that are looked at in one step
#define TN_FLASH_DIMS 64     ///< of a head that are in shared memory at a time
#define TN_FLASH_VALUES 640  ///< of a row of values at most: some kernels keep sums in registers

/// Queries that use one head of keys are rows, all heads of a token before those of the next. A
/// tile has `rows` of them, and `steps` steps over the cells. Groups share the steps of all tiles
/// evenly, so that a group may begin or end in the middle of a tile: such parts are joined later.
typedef struct tn_flash_args {
  tn_layout q, k, v, mask, y;
  float scale, softcap;
  float slope_base, slope_base_rest;  ///< ALiBi, as of softmax
  tn_i32 heads_with_base;
  tn_i32 has_mask, mask_is_half, has_sinks;
  tn_i32 rows;
  tn_i32 steps;
  tn_i32 tiles;   ///< for each head of keys
  tn_i32 groups;  ///< in all
} tn_flash_args;
