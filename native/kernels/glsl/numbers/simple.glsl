// Blocks of 32 codes with one scale. Each function gives elements i to i + 3 of a block.

TN_BLOCK(2) tn_q4_0 { uint16_t scale; uint8_t pair[16]; };
TN_BLOCK(2) tn_q4_1 { uint16_t scale, lowest; uint8_t pair[16]; };
TN_BLOCK(2) tn_q5_0 { uint16_t scale; uint8_t high[4], pair[16]; };
TN_BLOCK(2) tn_q5_1 { uint16_t scale, lowest; uint8_t high[4], pair[16]; };
TN_BLOCK(2) tn_q8_0 { uint16_t scale; int8_t codes[32]; };

/// Four codes of four bits: a byte has those of elements j (low) and j + 16 (high).
#define TN_PAIRS(pair, i) ((TN_FOUR(pair, (i) % 16) >> ((i) / 16 * 4)) & 15u)
/// Fifth bits of four codes: bit j belongs to element j.
#define TN_FIFTHS(high, i) \
  (((uvec4(high[(i) / 8]) >> (uvec4(0, 1, 2, 3) + uint((i) % 8))) & 1u) << 4)

vec4 tn_load_q4_0(tn_address at, int i) {
  tn_q4_0 b = tn_q4_0(at);
  return tn_half_to_float(b.scale) * (vec4(TN_PAIRS(b.pair, i)) - 8.0f);
}

vec4 tn_load_q4_1(tn_address at, int i) {
  tn_q4_1 b = tn_q4_1(at);
  return tn_half_to_float(b.scale) * vec4(TN_PAIRS(b.pair, i)) + tn_half_to_float(b.lowest);
}

vec4 tn_load_q5_0(tn_address at, int i) {
  tn_q5_0 b = tn_q5_0(at);
  return tn_half_to_float(b.scale) * (vec4(TN_PAIRS(b.pair, i) | TN_FIFTHS(b.high, i)) - 16.0f);
}

vec4 tn_load_q5_1(tn_address at, int i) {
  tn_q5_1 b = tn_q5_1(at);
  return tn_half_to_float(b.scale) * vec4(TN_PAIRS(b.pair, i) | TN_FIFTHS(b.high, i)) +
         tn_half_to_float(b.lowest);
}

vec4 tn_load_q8_0(tn_address at, int i) {
  tn_q8_0 b = tn_q8_0(at);
  return tn_half_to_float(b.scale) *
         vec4(b.codes[i], b.codes[i + 1], b.codes[i + 2], b.codes[i + 3]);
}
