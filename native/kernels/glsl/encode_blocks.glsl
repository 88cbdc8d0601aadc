// Blocks of 32 floats as codes with one scale.

struct tn_floats_of_block {
  float at[32];
};

/// floor(x + offset + 0.5), limited to 0 … top.
uint tn_offset_code(float x, float offset, int top) {
  precise float shifted = min(max(x, -offset - 1.0f), float(top) + 1.0f) + (offset + 0.5f);
  return uint(clamp(int(shifted), 0, top));
}

/// The first of those with the largest magnitude.
float tn_largest(tn_floats_of_block x) {
  float largest = x.at[0];
  for (int i = 1; i < 32; ++i) largest = abs(x.at[i]) > abs(largest) ? x.at[i] : largest;
  return largest;
}

/// Codes (x + shift) * inverse of `bits` bits: four in pairs, fifths behind `high`.
void tn_put_codes(tn_floats_of_block x, float shift, float inverse, float offset, int bits,
                  tn_address high, tn_address pair) {
  uint fifths = 0;
  for (int j = 0; j < 16; ++j) {
    const int top = (1 << bits) - 1;
    const uint low = tn_offset_code((x.at[j] + shift) * inverse, offset, top);
    const uint second = tn_offset_code((x.at[16 + j] + shift) * inverse, offset, top);
    tn_bytes(pair).at[j] = uint8_t((low & 15u) | ((second & 15u) << 4));
    fifths |= (low >> 4 << j) | (second >> 4 << (16 + j));
  }
  if (bits == 5)
    for (int n = 0; n < 4; ++n) tn_bytes(high).at[n] = uint8_t((fifths >> (8 * n)) & 255u);
}

void tn_store_q8_0(tn_floats_of_block x, tn_address y) {
  const float scale = tn_quotient(abs(tn_largest(x)), 127.0f);
  const float inverse = tn_inverse_or_zero(scale);
  tn_put_half(y, scale);
  for (int i = 0; i < 32; ++i)
    tn_bytes(y + 2).at[i] = uint8_t(tn_nearest_code(x.at[i] * inverse, -127.0f, 127.0f) & 255);
}

/// Q4_0 and Q5_0: the extreme value gets the code with the largest magnitude.
void tn_store_signed(tn_floats_of_block x, int bits, tn_address y) {
  const float offset = float(1 << (bits - 1));
  const float scale = tn_largest(x) / -offset;
  tn_put_half(y, scale);
  tn_put_codes(x, 0.0f, tn_inverse_or_zero(scale), offset, bits, y + 2, y + (bits == 5 ? 6 : 2));
}

/// Q4_1 and Q5_1: codes from the lowest on.
void tn_store_above_lowest(tn_floats_of_block x, int bits, tn_address y) {
  float lowest = x.at[0];
  float highest = x.at[0];
  for (int i = 1; i < 32; ++i) {
    lowest = min(lowest, x.at[i]);
    highest = max(highest, x.at[i]);
  }
  const float scale = tn_quotient(highest - lowest, float((1 << bits) - 1));
  tn_put_half(y, scale);
  tn_put_half(y + 2, lowest);
  tn_put_codes(x, -lowest, tn_inverse_or_zero(scale), 0.0f, bits, y + 4, y + (bits == 5 ? 8 : 4));
}

void tn_store_iq4_nl(tn_address x, tn_i64 step, tn_address y) {
  const uint scale = tn_float_to_half(tn_fit_scale(x, 32, step, -127.0f));
  const float inverse = tn_inverse_or_zero(unpackHalf2x16(scale).x);
  tn_halves(y).at[0] = uint16_t(scale);
  for (int j = 0; j < 16; ++j)
    tn_bytes(y + 2).at[j] = uint8_t(tn_nearest_uneven(tn_x(x, j, step) * inverse) |
                                    (tn_nearest_uneven(tn_x(x, 16 + j, step) * inverse) << 4));
}

void tn_store_of_32(uint type, tn_address from, tn_i64 step, tn_address y) {
  tn_floats_of_block x;
  for (int i = 0; i < 32; ++i) x.at[i] = tn_x(from, i, step);
  switch (type) {
    case TN_Q8_0: tn_store_q8_0(x, y); break;
    case TN_Q4_0: tn_store_signed(x, 4, y); break;
    case TN_Q5_0: tn_store_signed(x, 5, y); break;
    case TN_Q4_1: tn_store_above_lowest(x, 4, y); break;
    case TN_Q5_1: tn_store_above_lowest(x, 5, y); break;
  }
}
