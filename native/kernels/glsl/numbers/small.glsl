// Codes that stand for uneven levels, floats of four bits, or -1, 0 and 1.

TN_BLOCK(2) tn_iq4_nl { uint16_t scale; uint8_t pair[16]; };
TN_BLOCK(2) tn_iq4_xs { uint16_t scale; uint8_t high[2], low[4], pair[128]; };
TN_BLOCK(1) tn_mxfp4 { uint8_t exponent, pair[16]; };
TN_BLOCK(1) tn_nvfp4 { uint8_t scales[4], pair[32]; };
TN_BLOCK(2) tn_tq1_0 { uint8_t codes[52]; uint16_t scale; };
TN_BLOCK(2) tn_tq2_0 { uint8_t quad[64]; uint16_t scale; };

/// The levels of core/levels.h, a byte each.
const uint tn_uneven_bytes[4] = uint[4](0xbfad9881u, 0xf6eaddcfu, 0x26190d01u, 0x71594535u);

float tn_uneven_level(uint code) {
  return float(bitfieldExtract(int(tn_uneven_bytes[code >> 2]), int(code & 3u) * 8, 8));
}

vec4 tn_uneven_levels(uvec4 c) {
  return vec4(tn_uneven_level(c.x), tn_uneven_level(c.y), tn_uneven_level(c.z),
              tn_uneven_level(c.w));
}

/// Twice the float: 0, 1, 2, 3, 4, 6, 8 or 12, negative with the highest bit.
vec4 tn_tiny_floats(uvec4 codes) {
  const vec4 size = vec4((uvec4(0xc8643210u) >> ((codes & 7u) * 4u)) & 15u);
  return mix(size, -size, greaterThan(codes, uvec4(7u)));
}

vec4 tn_load_iq4_nl(tn_address at, int i) {
  tn_iq4_nl b = tn_iq4_nl(at);
  return tn_half_to_float(b.scale) * tn_uneven_levels(TN_PAIRS(b.pair, i));
}

vec4 tn_load_iq4_xs(tn_address at, int i) {
  tn_iq4_xs b = tn_iq4_xs(at);
  const int part = i / 32;
  const uint low = (uint(b.low[part / 2]) >> (part % 2 * 4)) & 15u;
  const uint high = (uint(b.high[part / 4]) >> (part % 4 * 2)) & 3u;
  const float scale = tn_half_to_float(b.scale) * float(int(low | (high << 4)) - 32);
  const uvec4 codes = (TN_FOUR(b.pair, part * 16 + i % 16) >> (i % 32 / 16 * 4)) & 15u;
  return scale * tn_uneven_levels(codes);
}

/// Half of 2^(exponent - 127), because the levels are doubled.
float tn_power_scale(uint exponent) {
  return uintBitsToFloat(exponent < 2u ? 0x00200000u << exponent : (exponent - 1u) << 23);
}

vec4 tn_load_mxfp4(tn_address at, int i) {
  tn_mxfp4 b = tn_mxfp4(at);
  return tn_power_scale(b.exponent) * tn_tiny_floats(TN_PAIRS(b.pair, i));
}

/// Half of the scale of a part of 16: a float of seven bits, the last of which is no number.
float tn_part_scale(uint code) {
  if (code == 0x7fu) return 0.0f;
  const int exponent = int(code >> 3) & 15;
  const float mantissa = float(code & 7u);
  return exponent == 0 ? ldexp(mantissa, -10) : ldexp(8.0f + mantissa, exponent - 11);
}

vec4 tn_load_nvfp4(tn_address at, int i) {
  tn_nvfp4 b = tn_nvfp4(at);
  const uvec4 codes = (TN_FOUR(b.pair, i / 16 * 8 + i % 8) >> (i % 16 / 8 * 4)) & 15u;
  return tn_part_scale(b.scales[i / 16]) * tn_tiny_floats(codes);
}

/// A byte is a fraction of 256 whose digits in base 3 belong to elements that lie apart: 5 digits
/// of 32 bytes, 5 of 16, and 4 of 4.
vec4 tn_load_tq1_0(tn_address at, int i) {
  tn_tq1_0 b = tn_tq1_0(at);
  const int piece = i < 160 ? 0 : i < 240 ? 1 : 2;
  const int inside = i - (piece == 0 ? 0 : piece == 1 ? 160 : 240);
  const int width = piece == 0 ? 32 : piece == 1 ? 16 : 4;
  const int first = piece == 0 ? 0 : piece == 1 ? 32 : 48;
  uint power = 1;
  for (int digit = 0; digit < inside / width; ++digit) power *= 3;
  const uvec4 fraction = (TN_FOUR(b.codes, first + inside % width) * power) & 255u;
  return tn_half_to_float(b.scale) * (vec4(fraction * 3 >> 8) - 1.0f);
}

vec4 tn_load_tq2_0(tn_address at, int i) {
  tn_tq2_0 b = tn_tq2_0(at);
  return tn_half_to_float(b.scale) * (vec4(TN_QUADS(b.quad, i)) - 1.0f);
}
