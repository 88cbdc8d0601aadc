#include "kernels/language.h"

#include "kernels/flash.h"

// A group goes over the cells of its tiles step by step. in0 … in5: q, k, v, mask, sinks, nothing;
// out: the result; out2: parts that are not whole.

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

TN_FUNCTION void tn_flash_start(TN_LOCAL tn_flash_shared* s TN_TAKE) {
  TN_BARRIER();
  for (tn_i32 r = TN_THREAD; r < TN_FLASH_ROWS; r += TN_THREADS) {
    s->largest[r] = -TN_INFINITY;
    s->total[r] = 0.0f;
  }
  TN_BARRIER();
}

/// What sums are multiplied by in the end; a sink takes its share of the total.
TN_FUNCTION float tn_flash_factor(float largest, float total, float sink) {
  const float top = fmax(largest, sink);
  if (top == -TN_INFINITY || largest == -TN_INFINITY) return 0.0f;
  return exp(largest - top) / (total * exp(largest - top) + exp(sink - top));
}

TN_FUNCTION void tn_flash_finish(const tn_flash_args a, TN_LOCAL tn_flash_shared* s,
                                 const TN_GLOBAL tn_u8* sinks, TN_GLOBAL tn_u8* y,
                                 TN_GLOBAL tn_u8* parts, const tn_flash_part part TN_TAKE) {
  const tn_i32 n = a.v.shape[0];
  TN_BARRIER();
  if (!tn_flash_is_whole(a, part)) {
    TN_GLOBAL float* ends = tn_flash_slot(a, parts, part.slot) + a.rows * n;
    for (tn_i32 r = TN_THREAD; r < part.rows; r += TN_THREADS) {
      ends[r] = s->largest[r];
      ends[a.rows + r] = s->total[r];
    }
    return;
  }
  for (tn_i32 i = TN_THREAD; i < part.rows * n; i += TN_THREADS) {
    const tn_i32 r = i / n;
    const float sink = a.has_sinks ? TN_FLOATS(sinks)[tn_flash_head(a, part, r)] : -TN_INFINITY;
    const float factor = tn_flash_factor(s->largest[r], s->total[r], sink);
    TN_GLOBAL float* result = tn_flash_result(a, y, part, r) + i % n;
    // What nobody saw has not been written.
    *result = factor == 0.0f ? 0.0f : *result * factor;
  }
}

TN_FUNCTION tn_i32 tn_flash_dims(tn_i32 all, tn_i32 first) {
  return all - first < TN_FLASH_DIMS ? all - first : TN_FLASH_DIMS;
}

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

#define TN_FLASH(type)                                                          \
  TN_KERNEL_6_2(flash_attention_##type, tn_flash_args) {                        \
    TN_SHARED(tn_flash_shared, shared, 1);                                      \
    TN_LOCAL tn_flash_shared* s = shared;                                       \
    const tn_i64 end = tn_flash_begin(a, (tn_i64)TN_GROUP_X + 1);               \
    tn_i64 unit = tn_flash_begin(a, TN_GROUP_X);                                \
    (void)in5;                                                                  \
    while (unit < end) {                                                        \
      const tn_flash_part part = tn_flash_part_of(a, (tn_i32)TN_GROUP_X, unit); \
      int is_first = 1;                                                         \
      tn_flash_start(s TN_PASS);                                                \
      for (tn_i32 step = part.begin; step < part.end; ++step) {                 \
        const tn_i32 cell = step * TN_FLASH_CELLS;                              \
        if (!tn_flash_sees(a, s, in3, part, cell TN_PASS)) continue;            \
        for (tn_i32 first = 0; first < a.k.shape[0]; first += TN_FLASH_DIMS) {  \
          const tn_i32 dims = tn_flash_dims(a.k.shape[0], first);               \
          tn_flash_load_queries(a, s, in0, part, first, dims TN_PASS);          \
          tn_flash_load_##type(s, in1, a.k, part, cell, first, dims TN_PASS);   \
          TN_BARRIER();                                                         \
          tn_flash_multiply(s, part.rows, first, dims TN_PASS);                 \
          TN_BARRIER();                                                         \
        }                                                                       \
        tn_flash_weigh(a, s, in3, part, cell TN_PASS);                          \
        for (tn_i32 first = 0; first < a.v.shape[0]; first += TN_FLASH_DIMS) {  \
          const tn_i32 dims = tn_flash_dims(a.v.shape[0], first);               \
          tn_flash_load_##type(s, in2, a.v, part, cell, first, dims TN_PASS);   \
          TN_BARRIER();                                                         \
          tn_flash_mix(a, s, out, out2, part, is_first, first, dims TN_PASS);   \
          TN_BARRIER();                                                         \
        }                                                                       \
        is_first = 0;                                                           \
      }                                                                         \
      tn_flash_finish(a, s, in4, out, out2, part TN_PASS);                      \
      unit += part.end - part.begin;                                            \
    }                                                                           \
  }

TN_FOR_READ_TYPES(TN_FLASH_PLAIN)
TN_FLASH_BLOCKS(q8_0)
TN_FLASH_BLOCKS(q4_0)
TN_FLASH(f32)
TN_FLASH(f16)
TN_FLASH(bf16)
TN_FLASH(q8_0)
TN_FLASH(q4_0)
