#pragma once

// Elements of stored types as floats: tn_load_<type>(row, i, bytes between elements).

typedef struct tn_block_q8_0 {
  tn_u16 scale;
  tn_i8 codes[32];
} tn_block_q8_0;

typedef struct tn_block_q4_0 {
  tn_u16 scale;
  tn_u8 codes[16];
} tn_block_q4_0;

TN_FUNCTION float tn_load_f32(const TN_GLOBAL tn_u8* row, tn_i64 i, tn_i64 step) {
  return *(const TN_GLOBAL float*)(row + i * step);
}

TN_FUNCTION float tn_load_f16(const TN_GLOBAL tn_u8* row, tn_i64 i, tn_i64 step) {
  return tn_half_to_float(*(const TN_GLOBAL tn_u16*)(row + i * step));
}

TN_FUNCTION float tn_load_bf16(const TN_GLOBAL tn_u8* row, tn_i64 i, tn_i64 step) {
  return tn_bits_to_float((tn_u32)(*(const TN_GLOBAL tn_u16*)(row + i * step)) << 16);
}

TN_FUNCTION float tn_load_q8_0(const TN_GLOBAL tn_u8* row, tn_i64 i, tn_i64 step) {
  const TN_GLOBAL tn_block_q8_0* block = (const TN_GLOBAL tn_block_q8_0*)(row + i / 32 * step);
  return tn_half_to_float(block->scale) * (float)block->codes[i % 32];
}

TN_FUNCTION float tn_load_q4_0(const TN_GLOBAL tn_u8* row, tn_i64 i, tn_i64 step) {
  const TN_GLOBAL tn_block_q4_0* block = (const TN_GLOBAL tn_block_q4_0*)(row + i / 32 * step);
  const tn_i32 pair = block->codes[i % 16];
  const tn_i32 code = i % 32 < 16 ? pair & 15 : pair >> 4;
  return tn_half_to_float(block->scale) * (float)(code - 8);
}

TN_FUNCTION void tn_store_f32(TN_GLOBAL tn_u8* at, float value) { *(TN_GLOBAL float*)at = value; }

TN_FUNCTION void tn_store_f16(TN_GLOBAL tn_u8* at, float value) {
  *(TN_GLOBAL tn_u16*)at = tn_float_to_half(value);
}

/// To nearest, ties to even; NaN stays NaN.
TN_FUNCTION void tn_store_bf16(TN_GLOBAL tn_u8* at, float value) {
  const tn_u32 bits = tn_float_to_bits(value);
  const int is_nan = (bits & 0x7fffffffu) > 0x7f800000u;
  const tn_u32 rounded = is_nan ? bits | 0x400000u : bits + 0x7fffu + ((bits >> 16) & 1u);
  *(TN_GLOBAL tn_u16*)at = (tn_u16)(rounded >> 16);
}

/// Expands X(type) for all types that kernels can read, and those that they can write.
#define TN_FOR_READ_TYPES(X) X(f32) X(f16) X(bf16) X(q8_0) X(q4_0)
#define TN_FOR_WRITE_TYPES(X) X(f32) X(f16) X(bf16)
