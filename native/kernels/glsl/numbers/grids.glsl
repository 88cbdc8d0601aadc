// Groups of eight or four elements whose code is the number of a combination of levels: a point of
// the grid, which the kernel gets as an operand with a byte for each level.

TN_BLOCK(2) tn_iq1_s { uint16_t scale; uint8_t codes[32]; uint16_t words[8]; };
TN_BLOCK(2) tn_iq1_m { uint8_t codes[32], high[16]; uint16_t scales[4]; };
TN_BLOCK(2) tn_iq2_xxs { uint16_t scale, parts[32]; };
TN_BLOCK(2) tn_iq2_xs { uint16_t scale, groups[32]; uint8_t scales[8]; };
TN_BLOCK(2) tn_iq2_s { uint16_t scale; uint8_t codes[32], signs[32], high[8], scales[8]; };
TN_BLOCK(2) tn_iq3_xxs { uint16_t scale; uint8_t codes[64]; uint16_t words[16]; };
TN_BLOCK(2) tn_iq3_s { uint16_t scale; uint8_t codes[64], high[8], signs[32], scales[4]; };
TN_BLOCK(4) tn_points { uint at[]; };

/// Four levels, from a word of the grid.
vec4 tn_levels(tn_address grid, uint word) {
  const int levels = int(tn_points(grid).at[word]);
  return vec4(bitfieldExtract(levels, 0, 8), bitfieldExtract(levels, 8, 8),
              bitfieldExtract(levels, 16, 8), levels >> 24);
}

/// The halves of a point with eight levels: element i is the first.
vec4 tn_half_point(tn_address grid, uint code, int i) {
  return tn_levels(grid, code * 2u + uint(i % 8 / 4));
}

/// Negated where one of the lowest four bits is set.
vec4 tn_signed(vec4 values, uint signs) {
  return mix(values, -values, notEqual(uvec4(signs) & uvec4(1, 2, 4, 8), uvec4(0)));
}

/// Seven signs are stored; the eighth makes the number of minus signs even.
uint tn_eight_signs(uint seven) { return seven | (uint(bitCount(seven) & 1) << 7); }

vec4 tn_load_iq1_s(tn_address at, int i, tn_address grid) {
  tn_iq1_s b = tn_iq1_s(at);
  const uint word = b.words[i / 32];
  const float scale = tn_half_to_float(b.scale) * float(2u * ((word >> 12) & 7u) + 1u);
  const float shift = (word & 0x8000u) == 0 ? 0.125f : -0.125f;
  const uint code = uint(b.codes[i / 8]) | (((word >> (i % 32 / 8 * 3)) & 7u) << 8);
  return scale * (tn_half_point(grid, code, i) + shift);
}

vec4 tn_load_iq1_m(tn_address at, int i, tn_address grid) {
  tn_iq1_m b = tn_iq1_m(at);
  uint bits = 0;
  for (int n = 0; n < 4; ++n) bits |= uint(b.scales[n]) >> 12 << (4 * n);
  const int group = i / 8;
  const uint step = (uint(b.scales[group / 8]) >> (group / 2 % 4 * 3)) & 7u;
  const uint high = uint(b.high[group / 2]) >> (group % 2 * 4);
  const float shift = (high & 8u) == 0 ? 0.125f : -0.125f;
  const uint code = uint(b.codes[group]) | ((high & 7u) << 8);
  return unpackHalf2x16(bits).x * float(2u * step + 1u) * (tn_half_point(grid, code, i) + shift);
}

vec4 tn_load_iq2_xxs(tn_address at, int i, tn_address grid) {
  tn_iq2_xxs b = tn_iq2_xxs(at);
  const int part = i / 32 * 4;
  const uint word = uint(b.parts[part + 2]) | (uint(b.parts[part + 3]) << 16);
  const int group = i % 32 / 8;
  const uint code = (uint(b.parts[part + group / 2]) >> (group % 2 * 8)) & 255u;
  const uint signs = tn_eight_signs((word >> (7 * group)) & 127u) >> (i % 8);
  const float scale = tn_half_to_float(b.scale) * (0.5f + float(word >> 28)) * 0.25f;
  return tn_signed(scale * tn_half_point(grid, code, i), signs);
}

vec4 tn_load_iq2_xs(tn_address at, int i, tn_address grid) {
  tn_iq2_xs b = tn_iq2_xs(at);
  const uint group = b.groups[i / 8];
  const uint step = (uint(b.scales[i / 32]) >> (i % 32 / 16 * 4)) & 15u;
  const float scale = tn_half_to_float(b.scale) * (0.5f + float(step)) * 0.25f;
  return tn_signed(scale * tn_half_point(grid, group & 511u, i),
                   tn_eight_signs(group >> 9) >> (i % 8));
}

vec4 tn_load_iq2_s(tn_address at, int i, tn_address grid) {
  tn_iq2_s b = tn_iq2_s(at);
  const uint step = (uint(b.scales[i / 32]) >> (i % 32 / 16 * 4)) & 15u;
  const float scale = tn_half_to_float(b.scale) * (0.5f + float(step)) * 0.25f;
  const uint high = (uint(b.high[i / 32]) >> (i % 32 / 8 * 2)) & 3u;
  const uint code = uint(b.codes[i / 8]) | (high << 8);
  return tn_signed(scale * tn_half_point(grid, code, i), uint(b.signs[i / 8]) >> (i % 8));
}

vec4 tn_load_iq3_xxs(tn_address at, int i, tn_address grid) {
  tn_iq3_xxs b = tn_iq3_xxs(at);
  const int part = i / 32 * 2;
  const uint word = uint(b.words[part]) | (uint(b.words[part + 1]) << 16);
  const uint signs = tn_eight_signs((word >> (i % 32 / 8 * 7)) & 127u) >> (i % 8);
  const float scale = tn_half_to_float(b.scale) * (0.5f + float(word >> 28)) * 0.5f;
  return tn_signed(scale * tn_levels(grid, b.codes[i / 4]), signs);
}

vec4 tn_load_iq3_s(tn_address at, int i, tn_address grid) {
  tn_iq3_s b = tn_iq3_s(at);
  const uint step = (uint(b.scales[i / 64]) >> (i % 64 / 32 * 4)) & 15u;
  const float scale = tn_half_to_float(b.scale) * float(1u + 2u * step);
  const uint high = (uint(b.high[i / 32]) >> (i % 32 / 4)) & 1u;
  const uint code = uint(b.codes[i / 4]) | (high << 8);
  return tn_signed(scale * tn_levels(grid, code), uint(b.signs[i / 8]) >> (i % 8));
}
