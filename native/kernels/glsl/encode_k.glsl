// Blocks of 256 floats as codes in parts with scales of their own.

void tn_clear_bytes(tn_address bytes, int n) {
  for (int i = 0; i < n; ++i) tn_bytes(bytes).at[i] = uint8_t(0);
}

/// Into a byte that has zeros there.
void tn_put_bits(tn_address byte, int value, int shift) {
  tn_bytes(byte).at[0] = uint8_t(uint(tn_bytes(byte).at[0]) | (uint(value) << shift));
}

/// Two bits of element i: each two bits of 32 bytes belong to 32 elements.
void tn_put_quad(tn_address quads, int i, int code) {
  tn_put_bits(quads + i / 128 * 32 + i % 32, code & 3, i % 128 / 32 * 2);
}

/// Four bits of element i: 32 bytes hold 64 elements.
void tn_put_nibble(tn_address pairs, int i, int code) {
  tn_put_bits(pairs + i / 64 * 32 + i % 32, code & 15, i % 64 / 32 * 4);
}

/// See tn_six_bit_pair.
void tn_put_six(tn_address bytes, int part, int step, int offset) {
  if (part < 4) {
    tn_put_bits(bytes + part, step, 0);
    tn_put_bits(bytes + part + 4, offset, 0);
  } else {
    tn_put_bits(bytes + part + 4, (step & 15) | ((offset & 15) << 4), 0);
    tn_put_bits(bytes + part - 4, step >> 4, 6);
    tn_put_bits(bytes + part, offset >> 4, 6);
  }
}

void tn_store_q2_k(tn_address x, tn_i64 step, tn_address y) {
  const tn_parts parts = tn_affine_parts(x, 16, step, 3.0f, 15.0f);
  tn_clear_bytes(y, 84);
  for (int part = 0; part < 16; ++part)
    tn_put_bits(y + part, parts.step[part] | (parts.offset[part] << 4), 0);
  for (int i = 0; i < 256; ++i)
    tn_put_quad(y + 16, i, tn_affine_part_code(parts, i / 16, tn_x(x, i, step), 3.0f));
  tn_put_half(y + 80, parts.scale);
  tn_put_half(y + 82, parts.low);
}

void tn_store_q3_k(tn_address x, tn_i64 step, tn_address y) {
  const tn_parts parts = tn_signed_parts(x, 16, step, -4.0f, -32.0f);
  tn_clear_bytes(y, 110);
  for (int part = 0; part < 16; ++part) {
    tn_put_bits(y + 96 + part % 8, (parts.step[part] + 32) & 15, part / 8 * 4);
    tn_put_bits(y + 104 + part % 4, (parts.step[part] + 32) >> 4, part / 4 * 2);
  }
  for (int i = 0; i < 256; ++i) {
    const int code = tn_signed_part_code(parts, i / 16, tn_x(x, i, step), -4);
    tn_put_quad(y + 32, i, code);
    tn_put_bits(y + i % 32, code >> 2, i / 32);
  }
  tn_put_half(y + 108, parts.scale);
}

/// Q4_K and Q5_K, whose fifth bits come before the others.
void tn_store_q45_k(tn_address x, tn_i64 step, int bits, tn_address y) {
  const float top = float((1 << bits) - 1);
  const tn_parts parts = tn_affine_parts(x, 8, step, top, 63.0f);
  tn_clear_bytes(y, bits == 5 ? 176 : 144);
  tn_put_half(y, parts.scale);
  tn_put_half(y + 2, parts.low);
  for (int part = 0; part < 8; ++part)
    tn_put_six(y + 4, part, parts.step[part], parts.offset[part]);
  for (int i = 0; i < 256; ++i) {
    const int code = tn_affine_part_code(parts, i / 32, tn_x(x, i, step), top);
    tn_put_nibble(y + (bits == 5 ? 48 : 16), i, code);
    if (bits == 5) tn_put_bits(y + 16 + i % 32, code >> 4, i / 32);
  }
}

void tn_store_q6_k(tn_address x, tn_i64 step, tn_address y) {
  const tn_parts parts = tn_signed_parts(x, 16, step, -32.0f, -128.0f);
  tn_clear_bytes(y, 210);
  for (int i = 0; i < 256; ++i) {
    const int code = tn_signed_part_code(parts, i / 16, tn_x(x, i, step), -32);
    tn_put_bits(y + i / 128 * 64 + i % 64, code & 15, i % 128 / 64 * 4);
    tn_put_quad(y + 128, i, code >> 4);
  }
  for (int part = 0; part < 16; ++part) tn_put_bits(y + 192 + part, parts.step[part] & 255, 0);
  tn_put_half(y + 208, parts.scale);
}

void tn_store_iq4_xs(tn_address x, tn_i64 step, tn_address y) {
  const tn_parts parts = tn_signed_parts(x, 8, step, -127.0f, -32.0f);
  tn_clear_bytes(y, 136);
  tn_put_half(y, parts.scale);
  for (int part = 0; part < 8; ++part) {
    tn_put_bits(y + 4 + part / 2, (parts.step[part] + 32) & 15, part % 2 * 4);
    tn_put_bits(y + 2 + part / 4, (parts.step[part] + 32) >> 4, part % 4 * 2);
    const float inverse = tn_inverse_or_zero(parts.scale * float(parts.step[part]));
    for (int i = 0; i < 32; ++i) {
      const uint code = tn_nearest_uneven(tn_x(x, part * 32 + i, step) * inverse);
      tn_put_bits(y + 8 + part * 16 + i % 16, int(code), i / 16 * 4);
    }
  }
}
