#include "kernels/language.h"

#include "kernels/tiles.h"

// Groups: tiles of rows, tiles of columns, matrices. A grid comes as a third buffer.

#define TN_MATMUL_TILED(buffers, type, levels)                                                 \
  TN_KERNEL_##buffers(matmul_tiled_##type, tn_matmul_args) {                                   \
    TN_SHARED(tn_tile, shared, 1);                                                             \
    TN_LOCAL tn_tile* t = shared;                                                              \
    const tn_i32 i2 = (tn_i32)TN_GROUP_Z % a.y.shape[2];                                       \
    const tn_i32 i3 = (tn_i32)TN_GROUP_Z / a.y.shape[2];                                       \
    const tn_i32 first = (tn_i32)TN_GROUP_Y * TN_TILE_COLUMNS;                                 \
    const tn_i32 left = a.y.shape[1] - first;                                                  \
    const tn_i32 count = left < TN_TILE_COLUMNS ? left : TN_TILE_COLUMNS;                      \
    for (tn_i32 i = TN_THREAD; i < count; i += TN_THREADS) {                                   \
      t->right_at[i] = (first + i) * a.b.stride[1] + i2 * a.b.stride[2] + i3 * a.b.stride[3];  \
      t->result_at[i] = (first + i) * a.y.stride[1] + i2 * a.y.stride[2] + i3 * a.y.stride[3]; \
    }                                                                                          \
    tn_tile_multiply_##type(a, t, tn_row(in0, a.a, 0, i2 / a.share2, i3 / a.share3), in1, out, \
                            levels, (tn_i32)TN_GROUP_X * TN_TILE_ROWS, count TN_PASS);         \
  }

#define TN_MATMUL_TILED_PLAIN(type) TN_MATMUL_TILED(2, type, TN_LEVELS(in0))
#define TN_MATMUL_TILED_BLOCKS(type, n) TN_MATMUL_TILED(2, type, TN_LEVELS(in0))
#define TN_MATMUL_TILED_GRID(type, n) TN_MATMUL_TILED(3, type, TN_LEVELS(in2))

TN_FOR_READ_TYPES(TN_MATMUL_TILED_PLAIN)
TN_FOR_BLOCK_TYPES(TN_MATMUL_TILED_BLOCKS)
TN_FOR_GRID_TYPES(TN_MATMUL_TILED_GRID)
