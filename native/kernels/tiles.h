#pragma once

#include "kernels/all_types.h"
#include "kernels/args/matmul.h"

// A tile of a product: TN_TILE_ROWS rows of a stored matrix times columns of floats, piece by piece
// in shared memory. Kernels say where the columns lie.

#define TN_TILE_DEPTH 32
#define TN_TILE_PITCH (TN_TILE_DEPTH + 1)  // keeps threads on different banks
#define TN_THREAD_ROWS 16                  // threads beside each other along rows
#define TN_ROWS_OF_THREAD (TN_TILE_ROWS / TN_THREAD_ROWS)
#define TN_COLUMN_STEP (TN_TILE_THREADS / TN_THREAD_ROWS)
#define TN_COLUMNS_OF_THREAD (TN_TILE_COLUMNS / TN_COLUMN_STEP)

typedef struct tn_tile {
  float left[TN_TILE_ROWS * TN_TILE_PITCH];
  float right[TN_TILE_COLUMNS * TN_TILE_PITCH];
  tn_i64 right_at[TN_TILE_COLUMNS];  ///< bytes to each column
  tn_i64 result_at[TN_TILE_COLUMNS];
} tn_tile;

/// What a thread makes of a tile.
typedef struct tn_tile_sums {
  float at[TN_COLUMNS_OF_THREAD * TN_ROWS_OF_THREAD];
} tn_tile_sums;

/// Elements behind the last are zeros.
TN_FUNCTION void tn_tile_load_right(const tn_matmul_args a, TN_LOCAL tn_tile* t,
                                    const TN_GLOBAL tn_u8* right, tn_i32 depth,
                                    tn_i32 count TN_TAKE) {
  for (tn_i32 i = TN_THREAD; i < count * TN_TILE_DEPTH; i += TN_THREADS) {
    const tn_i32 column = i / TN_TILE_DEPTH;
    const tn_i32 k = i % TN_TILE_DEPTH;
    const TN_GLOBAL float* from = TN_FLOATS(right + t->right_at[column]);
    t->right[column * TN_TILE_PITCH + k] = depth + k < a.a.shape[0] ? from[depth + k] : 0.0f;
  }
}

/// Adds what one piece gives. Columns from `used` steps on are not there: nothing is done for them.
/// Loops have as many rounds as they can have, so that sums stay in registers.
TN_FUNCTION tn_tile_sums tn_tile_add(const TN_LOCAL tn_tile* t, tn_tile_sums sums,
                                     tn_i32 used TN_TAKE) {
  const TN_LOCAL float* left = t->left + TN_THREAD % TN_THREAD_ROWS * TN_TILE_PITCH;
  const TN_LOCAL float* right = t->right + TN_THREAD / TN_THREAD_ROWS * TN_TILE_PITCH;
  for (tn_i32 k = 0; k < TN_TILE_DEPTH; ++k) {
    for (tn_i32 j = 0; j < TN_COLUMNS_OF_THREAD; ++j) {
      if (j >= used) continue;
      const float value = right[j * TN_COLUMN_STEP * TN_TILE_PITCH + k];
      for (tn_i32 i = 0; i < TN_ROWS_OF_THREAD; ++i)
        sums.at[j * TN_ROWS_OF_THREAD + i] += left[i * TN_THREAD_ROWS * TN_TILE_PITCH + k] * value;
    }
  }
  return sums;
}

TN_FUNCTION void tn_tile_store(const tn_matmul_args a, const TN_LOCAL tn_tile* t,
                               const tn_tile_sums sums, TN_GLOBAL tn_u8* y, tn_i32 row,
                               tn_i32 count TN_TAKE) {
  for (tn_i32 j = 0; j < TN_COLUMNS_OF_THREAD; ++j) {
    const tn_i32 column = (tn_i32)(TN_THREAD / TN_THREAD_ROWS) + j * TN_COLUMN_STEP;
    for (tn_i32 i = 0; i < TN_ROWS_OF_THREAD; ++i) {
      const tn_i32 own = row + (tn_i32)(TN_THREAD % TN_THREAD_ROWS) + i * TN_THREAD_ROWS;
      if (column < count && own < a.a.shape[1])
        TN_FLOATS_OUT(y + t->result_at[column])[own] = sums.at[j * TN_ROWS_OF_THREAD + i];
    }
  }
}

TN_FUNCTION void tn_tile_put(TN_LOCAL float* to, const tn_eight x, int inside) {
  for (tn_i32 i = 0; i < 8; ++i) to[i] = inside ? x.at[i] : 0.0f;
}

/// Defines tn_tile_multiply_<type>, to which all threads of a group must come when `count` columns
/// have been said: n elements of the left side are loaded at a time. Rows behind the last are that
/// again.
#define TN_TILE_MULTIPLY(type, n, LOAD)                                                          \
  TN_FUNCTION void tn_tile_multiply_##type(                                                      \
      const tn_matmul_args a, TN_LOCAL tn_tile* t, const TN_GLOBAL tn_u8* matrix,                \
      const TN_GLOBAL tn_u8* right, TN_GLOBAL tn_u8* y, const TN_GLOBAL tn_i8* grid, tn_i32 row, \
      tn_i32 count TN_TAKE) {                                                                    \
    tn_tile_sums sums;                                                                           \
    (void)grid;                                                                                  \
    for (tn_i32 i = 0; i < TN_COLUMNS_OF_THREAD * TN_ROWS_OF_THREAD; ++i) sums.at[i] = 0.0f;     \
    for (tn_i32 depth = 0; depth < a.a.shape[0]; depth += TN_TILE_DEPTH) {                       \
      TN_BARRIER();                                                                              \
      for (tn_i32 i = TN_THREAD; i < TN_TILE_ROWS * TN_TILE_DEPTH / (n); i += TN_THREADS) {      \
        const tn_i32 own = row + i / (TN_TILE_DEPTH / (n));                                      \
        const tn_i32 k = depth + i % (TN_TILE_DEPTH / (n)) * (n);                                \
        const int inside = k < a.a.shape[0];                                                     \
        const TN_GLOBAL tn_u8* left =                                                            \
            matrix + (own < a.a.shape[1] ? own : a.a.shape[1] - 1) * a.a.stride[1];              \
        TN_LOCAL float* to = t->left + i / (TN_TILE_DEPTH / (n)) * TN_TILE_PITCH + (k - depth);  \
        LOAD                                                                                     \
      }                                                                                          \
      tn_tile_load_right(a, t, right, depth, count TN_PASS);                                     \
      TN_BARRIER();                                                                              \
      sums = tn_tile_add(t, sums, (count + TN_COLUMN_STEP - 1) / TN_COLUMN_STEP TN_PASS);        \
    }                                                                                            \
    tn_tile_store(a, t, sums, y, row, count TN_PASS);                                            \
  }

#define TN_TILE_PLAIN(type) \
  TN_TILE_MULTIPLY(type, 1, *to = inside ? tn_load_##type(left, k, a.a.stride[0]) : 0.0f;)
#define TN_TILE_BLOCKS(type, n) \
  TN_TILE_MULTIPLY(             \
      type, 8,                  \
      tn_tile_put(to, tn_eight_##type(left + k / 8 / n * a.a.stride[0], k / 8 % n), inside);)
#define TN_TILE_GRID(type, n)                                                             \
  TN_TILE_MULTIPLY(                                                                       \
      type, 8,                                                                            \
      tn_tile_put(to, tn_eight_##type(left + k / 8 / n * a.a.stride[0], k / 8 % n, grid), \
                  inside);)

TN_FOR_READ_TYPES(TN_TILE_PLAIN)
TN_FOR_BLOCK_TYPES(TN_TILE_BLOCKS)
TN_FOR_GRID_TYPES(TN_TILE_GRID)
