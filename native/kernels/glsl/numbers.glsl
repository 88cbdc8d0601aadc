// Elements of stored types as floats. Which type is a constant of the kernel, so that only its
// branch remains.

#include "types.glsl"

struct tn_block_q8_0 {
  uint16_t scale;
  int8_t codes[32];
};
struct tn_block_q4_0 {
  uint16_t scale;
  uint8_t codes[16];
};
layout(buffer_reference, std430, buffer_reference_align = 2) readonly buffer tn_q8_0 {
  tn_block_q8_0 block;
};
layout(buffer_reference, std430, buffer_reference_align = 2) readonly buffer tn_q4_0 {
  tn_block_q4_0 block;
};

float tn_half_to_float(uint16_t h) { return unpackHalf2x16(uint(h)).x; }

float tn_load_q8_0(tn_address at, int i) {
  tn_q8_0 q = tn_q8_0(at);
  return tn_half_to_float(q.block.scale) * float(q.block.codes[i]);
}

float tn_load_q4_0(tn_address at, int i) {
  tn_q4_0 q = tn_q4_0(at);
  const int pair = int(q.block.codes[i % 16]);
  return tn_half_to_float(q.block.scale) * float((i < 16 ? pair & 15 : pair >> 4) - 8);
}

/// Element i of a row with `step` bytes from one element (or block) to the next.
float tn_load(uint type, tn_address row, int i, tn_i64 step) {
  if (type == TN_F32) return tn_floats(row + i * step).at[0];
  if (type == TN_F16) return tn_half_to_float(tn_halves(row + i * step).at[0]);
  if (type == TN_BF16) return uintBitsToFloat(uint(tn_halves(row + i * step).at[0]) << 16);
  if (type == TN_Q8_0) return tn_load_q8_0(row + i / 32 * step, i % 32);
  return tn_load_q4_0(row + i / 32 * step, i % 32);
}

/// To nearest, ties to even. Devices may round packHalf2x16 as they like.
uint tn_float_to_half(float value) {
  const uint bits = floatBitsToUint(value);
  const uint sign = (bits >> 16) & 0x8000u;
  const uint size = bits & 0x7fffffffu;
  if (size > 0x7f800000u) return sign | 0x7e00u | ((size >> 13) & 0x3ffu);
  if (size >= 0x477ff000u) return sign | 0x7c00u;
  // Below the smallest normal number the sum puts the last bit where that of the result is.
  if (size < 0x38800000u)
    return sign | (floatBitsToUint(uintBitsToFloat(size) + 0.5f) - 0x3f000000u);
  return sign | ((size - 0x38000000u + 0xfffu + ((size >> 13) & 1u)) >> 13);
}

/// To nearest, ties to even; NaN stays NaN.
uint tn_float_to_bf16(float value) {
  const uint bits = floatBitsToUint(value);
  const bool is_nan = (bits & 0x7fffffffu) > 0x7f800000u;
  return (is_nan ? bits | 0x400000u : bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16;
}

void tn_store(uint type, tn_address at, float value) {
  if (type == TN_F32) tn_floats(at).at[0] = value;
  if (type == TN_F16) tn_halves(at).at[0] = uint16_t(tn_float_to_half(value));
  if (type == TN_BF16) tn_halves(at).at[0] = uint16_t(tn_float_to_bf16(value));
}
