#include "kernels/language.h"

#include "kernels/flash_ends.h"
#include "kernels/flash_load.h"

// A group goes over the cells of its tiles step by step. in0 … in5: q, k, v, mask, sinks, nothing;
// out: the result; out2: parts that are not whole.

TN_FUNCTION tn_i32 tn_flash_dims(tn_i32 all, tn_i32 first) {
  return all - first < TN_FLASH_DIMS ? all - first : TN_FLASH_DIMS;
}

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

TN_FLASH(f32)
TN_FLASH(f16)
TN_FLASH(bf16)
TN_FLASH(q8_0)
TN_FLASH(q4_0)
