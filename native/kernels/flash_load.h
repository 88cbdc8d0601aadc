#pragma once

#include "kernels/flash_step.h"

// Keys and values of a step into shared memory: tn_flash_load_<type>.

/// Some dimensions of the rows of keys or values of a step: n elements of each at a time.
#define TN_FLASH_LOADER(type, n, COPY)                                                            \
  TN_FUNCTION void tn_flash_load_##type(TN_LOCAL tn_flash_shared* s, const TN_GLOBAL tn_u8* data, \
                                        const tn_layout t, const tn_flash_part part,              \
                                        tn_i32 first_cell, tn_i32 first, tn_i32 dims TN_TAKE) {   \
    for (tn_i32 i = TN_THREAD; i < TN_FLASH_CELLS * dims / n; i += TN_THREADS) {                  \
      const tn_i32 cell = i / (dims / n);                                                         \
      const tn_i32 d = i % (dims / n) * n;                                                        \
      const int inside = first_cell + cell < t.shape[1];                                          \
      const TN_GLOBAL tn_u8* row =                                                                \
          tn_row(data, t, inside ? first_cell + cell : 0, part.head, part.sequence);              \
      TN_LOCAL float* to = s->tile + cell * TN_FLASH_PITCH + d;                                   \
      COPY                                                                                        \
    }                                                                                             \
  }

TN_FUNCTION void tn_flash_put(TN_LOCAL float* to, const tn_eight x, int inside) {
  for (tn_i32 i = 0; i < 8; ++i) to[i] = inside ? x.at[i] : 0.0f;
}

#define TN_FLASH_PLAIN(type) \
  TN_FLASH_LOADER(type, 1, *to = inside ? tn_load_##type(row, first + d, t.stride[0]) : 0.0f;)
#define TN_FLASH_BLOCKS(type)                                                                      \
  TN_FLASH_LOADER(                                                                                 \
      type, 8,                                                                                     \
      tn_flash_put(to, tn_eight_##type(row + (first + d) / 32 * t.stride[0], (first + d) / 8 % 4), \
                   inside);)

TN_FOR_READ_TYPES(TN_FLASH_PLAIN)
TN_FLASH_BLOCKS(q8_0)
TN_FLASH_BLOCKS(q4_0)
