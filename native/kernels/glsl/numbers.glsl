// Elements of stored types as floats. Which type is a constant of the kernel, so that only its
// branch remains. Types with a grid find it at TN_GRID, which a kernel defines before.

#include "plain.glsl"

#ifndef TN_GRID
#define TN_GRID 0
#endif

#define TN_BLOCK(align) \
  layout(buffer_reference, std430, buffer_reference_align = align) readonly buffer
#define TN_FOUR(bytes, i) uvec4(bytes[i], bytes[(i) + 1], bytes[(i) + 2], bytes[(i) + 3])

#include "numbers/simple.glsl"
#include "numbers/parts.glsl"
#include "numbers/small.glsl"
#include "numbers/grids.glsl"

/// Elements of a block: 256 for those in parts, else 32 or less.
int tn_block_size(uint type) {
  if (type <= TN_Q8_0 || type == TN_IQ4_NL || type == TN_MXFP4) return 32;
  return type == TN_NVFP4 ? 64 : 256;
}

vec4 tn_load_of_256(uint type, tn_address at, int i) {
  switch (type) {
    case TN_Q2_K: return tn_load_q2_k(at, i);
    case TN_Q3_K: return tn_load_q3_k(at, i);
    case TN_Q4_K: return tn_load_q4_k(at, i);
    case TN_Q5_K: return tn_load_q5_k(at, i);
    case TN_Q6_K: return tn_load_q6_k(at, i);
    case TN_IQ1_S: return tn_load_iq1_s(at, i, TN_GRID);
    case TN_IQ1_M: return tn_load_iq1_m(at, i, TN_GRID);
    case TN_IQ2_XXS: return tn_load_iq2_xxs(at, i, TN_GRID);
    case TN_IQ2_XS: return tn_load_iq2_xs(at, i, TN_GRID);
    case TN_IQ2_S: return tn_load_iq2_s(at, i, TN_GRID);
    case TN_IQ3_XXS: return tn_load_iq3_xxs(at, i, TN_GRID);
    case TN_IQ3_S: return tn_load_iq3_s(at, i, TN_GRID);
    case TN_IQ4_XS: return tn_load_iq4_xs(at, i);
    case TN_TQ1_0: return tn_load_tq1_0(at, i);
    case TN_TQ2_0: return tn_load_tq2_0(at, i);
  }
  return vec4(0.0f);
}

/// Elements i to i + 3 of a row in blocks, `step` bytes from one block to the next.
vec4 tn_load_four(uint type, tn_address row, int i, tn_i64 step) {
  const tn_address at = row + i / tn_block_size(type) * step;
  const int inside = i % tn_block_size(type);
  switch (type) {
    case TN_Q4_0: return tn_load_q4_0(at, inside);
    case TN_Q4_1: return tn_load_q4_1(at, inside);
    case TN_Q5_0: return tn_load_q5_0(at, inside);
    case TN_Q5_1: return tn_load_q5_1(at, inside);
    case TN_Q8_0: return tn_load_q8_0(at, inside);
    case TN_IQ4_NL: return tn_load_iq4_nl(at, inside);
    case TN_MXFP4: return tn_load_mxfp4(at, inside);
    case TN_NVFP4: return tn_load_nvfp4(at, inside);
  }
  return tn_load_of_256(type, at, inside);
}

/// Element i of a row with `step` bytes from one element (or block) to the next.
float tn_load(uint type, tn_address row, int i, tn_i64 step) {
  if (tn_is_plain(type)) return tn_load_plain(type, row, i, step);
  return tn_load_four(type, row, i / 4 * 4, step)[i % 4];
}
