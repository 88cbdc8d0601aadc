// Elements of types without blocks as floats. Which type is a constant of the kernel.

#include "types.glsl"

bool tn_is_plain(uint type) { return type <= TN_BF16 || type == TN_I32; }

float tn_half_to_float(uint16_t h) { return unpackHalf2x16(uint(h)).x; }

/// Element i of a row with `step` bytes from one to the next.
float tn_load_plain(uint type, tn_address row, int i, tn_i64 step) {
  if (type == TN_F32) return tn_floats(row + i * step).at[0];
  if (type == TN_F16) return tn_half_to_float(tn_halves(row + i * step).at[0]);
  if (type == TN_BF16) return uintBitsToFloat(uint(tn_halves(row + i * step).at[0]) << 16);
  return float(tn_ints(row + i * step).at[0]);
}
