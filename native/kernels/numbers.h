#pragma once

#include "kernels/language.h"

// Elements of types without blocks as floats: tn_load_<type>(row, i, bytes between elements).

TN_FUNCTION float tn_load_f32(const TN_GLOBAL tn_u8* row, tn_i64 i, tn_i64 step) {
  return *(const TN_GLOBAL float*)(row + i * step);
}

TN_FUNCTION float tn_load_f16(const TN_GLOBAL tn_u8* row, tn_i64 i, tn_i64 step) {
  return tn_half_to_float(*(const TN_GLOBAL tn_u16*)(row + i * step));
}

TN_FUNCTION float tn_load_bf16(const TN_GLOBAL tn_u8* row, tn_i64 i, tn_i64 step) {
  return tn_bits_to_float((tn_u32)(*(const TN_GLOBAL tn_u16*)(row + i * step)) << 16);
}

TN_FUNCTION float tn_load_i32(const TN_GLOBAL tn_u8* row, tn_i64 i, tn_i64 step) {
  return (float)(*(const TN_GLOBAL tn_i32*)(row + i * step));
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

/// Numbers outside of the range give its ends, NaN gives 0.
TN_FUNCTION void tn_store_i32(TN_GLOBAL tn_u8* at, float value) {
  tn_i32 number = 0;
  if (value >= 2147483648.0f) {
    number = 2147483647;
  } else if (value < -2147483648.0f) {
    number = -2147483647 - 1;
  } else if (value == value) {
    number = (tn_i32)value;
  }
  *(TN_GLOBAL tn_i32*)at = number;
}

/// Expands X(type) for the types of floats that kernels can read, and those that they can write.
#define TN_FOR_READ_TYPES(X) X(f32) X(f16) X(bf16)
#define TN_FOR_WRITE_TYPES(X) X(f32) X(f16) X(bf16)
