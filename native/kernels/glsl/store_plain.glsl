// Floats as types without blocks; plain.glsl comes before.

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

/// Numbers outside the range give its ends, NaN gives 0.
int tn_float_to_int(float value) {
  if (isnan(value)) return 0;
  if (value >= 2147483648.0f) return 0x7fffffff;
  return value <= -2147483648.0f ? int(0x80000000u) : int(value);
}

/// An element of a type without blocks.
void tn_store(uint type, tn_address at, float value) {
  if (type == TN_F32) tn_floats(at).at[0] = value;
  if (type == TN_F16) tn_halves(at).at[0] = uint16_t(tn_float_to_half(value));
  if (type == TN_BF16) tn_halves(at).at[0] = uint16_t(tn_float_to_bf16(value));
  if (type == TN_I32) tn_ints(at).at[0] = tn_float_to_int(value);
}
