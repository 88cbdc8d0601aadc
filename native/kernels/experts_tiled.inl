#include "kernels/language.h"

#include "kernels/tiles.h"

// An item is a slot of a token. Those that want the expert of this group wait until they fill a
// tile; which one they are in does not change what is computed for them.

typedef struct tn_waiting {
  tn_i32 item[TN_TILE_COLUMNS + TN_TILE_THREADS];
  tn_i32 wanted[TN_TILE_THREADS];
} tn_waiting;

/// The expert of an item; those that do not exist have the number behind the last.
TN_FUNCTION tn_i32 tn_expert_of(const tn_matmul_args a, const TN_GLOBAL tn_u8* ids, tn_i32 item) {
  const tn_i32 slots = a.y.shape[1];
  const tn_i32 expert = TN_INTS(ids + item / slots * a.ids_stride)[item % slots];
  return expert >= 0 && expert < a.a.shape[2] ? expert : a.a.shape[2];
}

TN_FUNCTION TN_GLOBAL float* tn_item_row(const tn_matmul_args a, TN_GLOBAL tn_u8* y, tn_i32 item) {
  return TN_FLOATS_OUT(tn_row_out(y, a.y, item % a.y.shape[1], item / a.y.shape[1], 0));
}

/// Zeros for an item without an expert.
TN_FUNCTION void tn_clear_item(const tn_matmul_args a, TN_GLOBAL tn_u8* y, tn_i32 item,
                               tn_i32 first) {
  TN_GLOBAL float* row = tn_item_row(a, y, item);
  for (tn_i32 i = first; i < first + TN_TILE_ROWS && i < a.a.shape[1]; ++i) row[i] = 0.0f;
}

/// Items from `first` on, as many as there are threads, that want the expert come behind the
/// `count` that wait already. Gives how many there are then.
TN_FUNCTION tn_i32 tn_collect(const tn_matmul_args a, TN_LOCAL tn_waiting* w,
                              const TN_GLOBAL tn_u8* ids, tn_i32 expert, tn_i32 first,
                              tn_i32 count TN_TAKE) {
  const tn_i32 item = first + (tn_i32)TN_THREAD;
  const int inside = item < a.y.shape[1] * a.y.shape[2];
  TN_BARRIER();
  w->wanted[TN_THREAD] = inside && tn_expert_of(a, ids, item) == expert ? 1 : 0;
  TN_BARRIER();
  for (tn_u32 i = 0; i < TN_THREADS; ++i) {
    if (i == TN_THREAD && w->wanted[i]) w->item[count] = item;
    count += w->wanted[i];
  }
  TN_BARRIER();
  return count;
}

/// Says where the last `part` of `count` items that wait have their columns.
TN_FUNCTION void tn_say_columns(const tn_matmul_args a, const TN_LOCAL tn_waiting* w,
                                TN_LOCAL tn_tile* t, tn_i32 count, tn_i32 part TN_TAKE) {
  const tn_i32 slots = a.y.shape[1];
  TN_BARRIER();
  for (tn_i32 i = TN_THREAD; i < part; i += TN_THREADS) {
    const tn_i32 item = w->item[count - part + i];
    t->right_at[i] = item % slots % a.b.shape[1] * a.b.stride[1] + item / slots * a.b.stride[2];
    t->result_at[i] = item % slots * a.y.stride[1] + item / slots * a.y.stride[2];
  }
}

// Groups: tiles of rows, experts and one for items without. A grid comes as a fourth buffer.

#define TN_MATMUL_ID_TILED(buffers, type, levels)                                               \
  TN_KERNEL_##buffers(matmul_id_tiled_##type, tn_matmul_args) {                                 \
    TN_SHARED(tn_tile, tile, 1);                                                                \
    TN_SHARED(tn_waiting, waiting, 1);                                                          \
    const tn_i32 items = a.y.shape[1] * a.y.shape[2];                                           \
    const tn_i32 expert = (tn_i32)TN_GROUP_Y;                                                   \
    const tn_i32 row = (tn_i32)TN_GROUP_X * TN_TILE_ROWS;                                       \
    tn_i32 count = 0;                                                                           \
    if (expert == a.a.shape[2]) {                                                               \
      for (tn_i32 i = TN_THREAD; i < items; i += TN_THREADS)                                    \
        if (tn_expert_of(a, in2, i) == expert) tn_clear_item(a, out, i, row);                   \
      return;                                                                                   \
    }                                                                                           \
    for (tn_i32 first = 0; first < items; first += TN_THREADS) {                                \
      count = tn_collect(a, waiting, in2, expert, first, count TN_PASS);                        \
      while (count >= TN_TILE_COLUMNS || (count > 0 && first + (tn_i32)TN_THREADS >= items)) {  \
        const tn_i32 part = count < TN_TILE_COLUMNS ? count : TN_TILE_COLUMNS;                  \
        tn_say_columns(a, waiting, tile, count, part TN_PASS);                                  \
        tn_tile_multiply_##type(a, tile, tn_row(in0, a.a, 0, expert, 0), in1, out, levels, row, \
                                part TN_PASS);                                                  \
        count -= part;                                                                          \
      }                                                                                         \
    }                                                                                           \
  }

#define TN_MATMUL_ID_TILED_PLAIN(type) TN_MATMUL_ID_TILED(3, type, TN_LEVELS(in0))
#define TN_MATMUL_ID_TILED_BLOCKS(type, n) TN_MATMUL_ID_TILED(3, type, TN_LEVELS(in0))
#define TN_MATMUL_ID_TILED_GRID(type, n) TN_MATMUL_ID_TILED(4, type, TN_LEVELS(in3))

TN_FOR_READ_TYPES(TN_MATMUL_ID_TILED_PLAIN)
TN_FOR_BLOCK_TYPES(TN_MATMUL_ID_TILED_BLOCKS)
TN_FOR_GRID_TYPES(TN_MATMUL_ID_TILED_GRID)
