// Blocks of 256 floats as codes in parts with scales of their own.

/// Scales and offsets of up to 16 parts: whole numbers times the two numbers of the block, which
/// are as halves hold them.
struct tn_parts {
  float scale;
  float low;
  int step[16];
  int offset[16];
};

float tn_as_half(float x) { return unpackHalf2x16(tn_float_to_half(x)).x; }

/// `extreme` is the level with the largest magnitude, `lowest` the step with the largest.
tn_parts tn_signed_parts(tn_address x, int parts, tn_i64 step, float extreme, float lowest) {
  const int n = 256 / parts;
  float fits[16];
  float widest = 0.0f;
  tn_parts found;
  for (int part = 0; part < parts; ++part) {
    fits[part] = tn_fit_scale(x + part * n * step, n, step, extreme);
    widest = abs(fits[part]) > abs(widest) ? fits[part] : widest;
  }
  found.scale = tn_as_half(tn_quotient(widest, lowest));
  found.low = 0.0f;
  const float inverse = tn_inverse_or_zero(found.scale);
  for (int part = 0; part < parts; ++part)
    found.step[part] = tn_nearest_code(fits[part] * inverse, lowest, -lowest - 1.0f);
  return found;
}

/// Codes up to `top`, steps and offsets up to `limit`.
tn_parts tn_affine_parts(tn_address x, int parts, tn_i64 step, float top, float limit) {
  const int n = 256 / parts;
  tn_affine fits[16];
  float widest = 0.0f;
  float lowest = 0.0f;
  tn_parts found;
  for (int part = 0; part < parts; ++part) {
    fits[part] = tn_fit_affine(x + part * n * step, n, step, top);
    widest = max(widest, fits[part].step);
    lowest = max(lowest, fits[part].low);
  }
  found.scale = tn_as_half(tn_quotient(widest, limit));
  found.low = tn_as_half(tn_quotient(lowest, limit));
  const float per_step = tn_inverse_or_zero(found.scale);
  const float per_offset = tn_inverse_or_zero(found.low);
  for (int part = 0; part < parts; ++part) {
    found.step[part] = tn_nearest_code(fits[part].step * per_step, 0.0f, limit);
    found.offset[part] = tn_nearest_code(fits[part].low * per_offset, 0.0f, limit);
  }
  return found;
}

int tn_affine_part_code(tn_parts parts, int part, float x, float top) {
  const tn_affine fit = tn_affine(parts.scale * float(parts.step[part]),
                                  parts.low * float(parts.offset[part]));
  return tn_affine_code(fit, tn_inverse_or_zero(fit.step), x, top);
}

int tn_signed_part_code(tn_parts parts, int part, float x, int lowest) {
  const float inverse = tn_inverse_or_zero(parts.scale * float(parts.step[part]));
  return tn_nearest_code(x * inverse, float(lowest), float(-lowest - 1)) - lowest;
}

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
