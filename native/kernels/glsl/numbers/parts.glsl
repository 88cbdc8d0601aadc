// Blocks of 256 codes in parts that have scales of their own.

TN_BLOCK(2) tn_q2_k { uint8_t scales[16], quad[64]; uint16_t scale, low; };
TN_BLOCK(2) tn_q3_k { uint8_t high[32], quad[64], scales[12]; uint16_t scale; };
TN_BLOCK(2) tn_q4_k { uint16_t scale, low; uint8_t scales[12], pair[128]; };
TN_BLOCK(2) tn_q5_k { uint16_t scale, low; uint8_t scales[12], high[32], pair[128]; };
TN_BLOCK(2) tn_q6_k { uint8_t pair[128], quad[64]; int8_t scales[16]; uint16_t scale; };

/// Two bits of codes: each two bits of 32 bytes belong to 32 elements, and 128 come together.
#define TN_QUADS(quad, i) ((TN_FOUR(quad, (i) / 128 * 32 + (i) % 32) >> ((i) % 128 / 32 * 2)) & 3u)
/// Four bits of codes: 32 bytes hold 64 elements, the first 32 in their low halves.
#define TN_HALVES(pair, i) ((TN_FOUR(pair, (i) / 64 * 32 + (i) % 32) >> ((i) % 64 / 32 * 4)) & 15u)

/// Scale (x) and offset (y) of a part, six bits each: `bytes` is at the twelve that hold them.
vec2 tn_six_bit_pair(tn_address bytes, int part) {
  tn_bytes b = tn_bytes(bytes);
  if (part < 4) return vec2(uint(b.at[part]) & 63u, uint(b.at[part + 4]) & 63u);
  const uint low = b.at[part + 4];
  return vec2((low & 15u) | (uint(b.at[part - 4]) >> 6 << 4),
              (low >> 4) | (uint(b.at[part]) >> 6 << 4));
}

vec4 tn_load_q2_k(tn_address at, int i) {
  tn_q2_k b = tn_q2_k(at);
  const uint part = b.scales[i / 16];
  const float scale = tn_half_to_float(b.scale) * float(part & 15u);
  return scale * vec4(TN_QUADS(b.quad, i)) - tn_half_to_float(b.low) * float(part >> 4);
}

vec4 tn_load_q3_k(tn_address at, int i) {
  tn_q3_k b = tn_q3_k(at);
  const int part = i / 16;
  const uint low = (uint(b.scales[part % 8]) >> (part / 8 * 4)) & 15u;
  const uint high = (uint(b.scales[8 + part % 4]) >> (part / 4 * 2)) & 3u;
  const float scale = tn_half_to_float(b.scale) * float(int(low | (high << 4)) - 32);
  const uvec4 thirds = (TN_FOUR(b.high, i % 32) >> (i / 32)) & 1u;
  return scale * (vec4(TN_QUADS(b.quad, i) | (thirds << 2)) - 4.0f);
}

vec4 tn_load_q4_k(tn_address at, int i) {
  tn_q4_k b = tn_q4_k(at);
  const vec2 part = tn_six_bit_pair(at + 4, i / 32);
  return tn_half_to_float(b.scale) * part.x * vec4(TN_HALVES(b.pair, i)) -
         tn_half_to_float(b.low) * part.y;
}

vec4 tn_load_q5_k(tn_address at, int i) {
  tn_q5_k b = tn_q5_k(at);
  const vec2 part = tn_six_bit_pair(at + 4, i / 32);
  const uvec4 fifths = (TN_FOUR(b.high, i % 32) >> (i / 32)) & 1u;
  return tn_half_to_float(b.scale) * part.x * vec4(TN_HALVES(b.pair, i) | (fifths << 4)) -
         tn_half_to_float(b.low) * part.y;
}

/// 128 elements have 64 bytes with four bits and 32 with two.
vec4 tn_load_q6_k(tn_address at, int i) {
  tn_q6_k b = tn_q6_k(at);
  const uvec4 pair = (TN_FOUR(b.pair, i / 128 * 64 + i % 64) >> (i % 128 / 64 * 4)) & 15u;
  const float scale = tn_half_to_float(b.scale) * float(b.scales[i / 16]);
  return scale * (vec4(pair | (TN_QUADS(b.quad, i) << 4)) - 32.0f);
}
