#pragma once

#include "kernels/flash.h"

// What a group does with the cells of a step: products, powers, sums.

/// What the threads of a group share.
typedef struct tn_flash_shared {
  float q[TN_FLASH_ROWS * TN_FLASH_DIMS];
  float tile[TN_FLASH_CELLS * TN_FLASH_PITCH];
  float weights[TN_FLASH_ROWS * TN_FLASH_CELLS];
  float largest[TN_FLASH_ROWS];
  float total[TN_FLASH_ROWS];
  float factor[TN_FLASH_ROWS];
  tn_i32 seen;
} tn_flash_shared;

/// False if the mask hides all cells of a step from all rows: then there is nothing to do.
TN_FUNCTION int tn_flash_sees(const tn_flash_args a, TN_LOCAL tn_flash_shared* s,
                              const TN_GLOBAL tn_u8* mask, const tn_flash_part part,
                              tn_i32 first_cell TN_TAKE) {
  if (!a.has_mask) return 1;
  TN_BARRIER();
  if (TN_THREAD == 0) s->seen = 0;
  TN_BARRIER();
  for (tn_i32 i = TN_THREAD; i < part.rows * TN_FLASH_CELLS; i += TN_THREADS) {
    const tn_i32 cell = first_cell + i % TN_FLASH_CELLS;
    if (cell < a.k.shape[1] &&
        tn_flash_mask(a, mask, part, i / TN_FLASH_CELLS, cell) != -TN_INFINITY)
      s->seen = 1;  // by several threads, all the same
  }
  TN_BARRIER();
  return s->seen;
}

TN_FUNCTION void tn_flash_load_queries(const tn_flash_args a, TN_LOCAL tn_flash_shared* s,
                                       const TN_GLOBAL tn_u8* q, const tn_flash_part part,
                                       tn_i32 first, tn_i32 dims TN_TAKE) {
  for (tn_i32 i = TN_THREAD; i < part.rows * dims; i += TN_THREADS) {
    const tn_i32 r = i / dims;
    const TN_GLOBAL float* row = TN_FLOATS(
        tn_row(q, a.q, tn_flash_token(a, part, r), tn_flash_head(a, part, r), part.sequence));
    s->q[r * TN_FLASH_DIMS + i % dims] = row[first + i % dims];
  }
}

/// Adds what some dimensions give to the products of all rows with all cells.
TN_FUNCTION void tn_flash_multiply(TN_LOCAL tn_flash_shared* s, tn_i32 rows, tn_i32 first,
                                   tn_i32 dims TN_TAKE) {
  for (tn_i32 i = TN_THREAD; i < rows * TN_FLASH_CELLS; i += TN_THREADS) {
    const TN_LOCAL float* q = s->q + i / TN_FLASH_CELLS * TN_FLASH_DIMS;
    const TN_LOCAL float* k = s->tile + i % TN_FLASH_CELLS * TN_FLASH_PITCH;
    float sum = first == 0 ? 0.0f : s->weights[i];
    for (tn_i32 d = 0; d < dims; ++d) sum += q[d] * k[d];
    s->weights[i] = sum;
  }
}

/// From products to powers. A row that has seen nothing yet keeps -infinity.
TN_FUNCTION void tn_flash_weigh(const tn_flash_args a, TN_LOCAL tn_flash_shared* s,
                                const TN_GLOBAL tn_u8* mask, const tn_flash_part part,
                                tn_i32 first_cell TN_TAKE) {
  for (tn_i32 i = TN_THREAD; i < part.rows * TN_FLASH_CELLS; i += TN_THREADS)
    s->weights[i] = tn_flash_logit(a, mask, part, i / TN_FLASH_CELLS,
                                   first_cell + i % TN_FLASH_CELLS, s->weights[i]);
  TN_BARRIER();
  for (tn_i32 r = TN_THREAD; r < part.rows; r += TN_THREADS) {
    float largest = s->largest[r];
    for (tn_i32 i = 0; i < TN_FLASH_CELLS; ++i)
      largest = fmax(largest, s->weights[r * TN_FLASH_CELLS + i]);
    s->factor[r] = s->largest[r] == -TN_INFINITY ? 0.0f : exp(s->largest[r] - largest);
    s->largest[r] = largest;
  }
  TN_BARRIER();
  for (tn_i32 i = TN_THREAD; i < part.rows * TN_FLASH_CELLS; i += TN_THREADS) {
    const float largest = s->largest[i / TN_FLASH_CELLS];
    s->weights[i] = largest == -TN_INFINITY ? 0.0f : exp(s->weights[i] - largest);
  }
  TN_BARRIER();
  for (tn_i32 r = TN_THREAD; r < part.rows; r += TN_THREADS) {
    float sum = 0.0f;
    for (tn_i32 i = 0; i < TN_FLASH_CELLS; ++i) sum += s->weights[r * TN_FLASH_CELLS + i];
    s->total[r] = s->total[r] * s->factor[r] + sum;
  }
}

/// Adds some dimensions of the values of a step to the sums.
TN_FUNCTION void tn_flash_mix(const tn_flash_args a, TN_LOCAL tn_flash_shared* s,
                              TN_GLOBAL tn_u8* y, TN_GLOBAL tn_u8* parts, const tn_flash_part part,
                              int is_first, tn_i32 first, tn_i32 dims TN_TAKE) {
  for (tn_i32 i = TN_THREAD; i < part.rows * dims; i += TN_THREADS) {
    const tn_i32 r = i / dims;
    const TN_LOCAL float* weights = s->weights + r * TN_FLASH_CELLS;
    TN_GLOBAL float* sums = tn_flash_sums(a, y, parts, part, r) + first + i % dims;
    float sum = is_first ? 0.0f : *sums * s->factor[r];
    for (tn_i32 cell = 0; cell < TN_FLASH_CELLS; ++cell)
      sum += weights[cell] * s->tile[cell * TN_FLASH_PITCH + i % dims];
    *sums = sum;
  }
}
