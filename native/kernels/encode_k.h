#pragma once

#include "kernels/fits.h"

// Blocks of 256 elements written, in parts with scales of their own.

/// Scales and offsets of up to 16 parts: whole numbers times the two numbers of the block, which
/// are as halves hold them.
typedef struct tn_parts {
  float scale;
  float low;
  tn_i8 step[16];
  tn_i8 offset[16];
} tn_parts;

TN_FUNCTION float tn_as_half(float x) { return tn_half_to_float(tn_float_to_half(x)); }

/// `extreme` is the level with the largest magnitude, `lowest` the step with the largest.
TN_FUNCTION tn_parts tn_signed_parts(const TN_GLOBAL tn_u8* x, tn_i32 parts, tn_i64 step,
                                     float extreme, float lowest) {
  const tn_i32 n = 256 / parts;
  float fits[16];
  float widest = 0.0f;
  tn_parts found;
  for (tn_i32 part = 0; part < parts; ++part) {
    fits[part] = tn_fit_scale(x + part * n * step, n, step, extreme);
    if (fabs(fits[part]) > fabs(widest)) widest = fits[part];
  }
  found.scale = tn_as_half(widest / lowest);
  found.low = 0.0f;
  const float inverse = tn_inverse_or_zero(found.scale);
  for (tn_i32 part = 0; part < parts; ++part)
    found.step[part] = (tn_i8)tn_nearest_code(fits[part] * inverse, lowest, -lowest - 1.0f);
  return found;
}

/// Codes up to `top`, steps and offsets up to `limit`.
TN_FUNCTION tn_parts tn_affine_parts(const TN_GLOBAL tn_u8* x, tn_i32 parts, tn_i64 step, float top,
                                     float limit) {
  const tn_i32 n = 256 / parts;
  tn_affine fits[16];
  float widest = 0.0f;
  float lowest = 0.0f;
  tn_parts found;
  for (tn_i32 part = 0; part < parts; ++part) {
    fits[part] = tn_fit_affine(x + part * n * step, n, step, top);
    widest = fmax(widest, fits[part].step);
    lowest = fmax(lowest, fits[part].low);
  }
  found.scale = tn_as_half(widest / limit);
  found.low = tn_as_half(lowest / limit);
  for (tn_i32 part = 0; part < parts; ++part) {
    const float per_step = tn_inverse_or_zero(found.scale);
    const float per_offset = tn_inverse_or_zero(found.low);
    found.step[part] = (tn_i8)tn_nearest_code(fits[part].step * per_step, 0.0f, limit);
    found.offset[part] = (tn_i8)tn_nearest_code(fits[part].low * per_offset, 0.0f, limit);
  }
  return found;
}

TN_FUNCTION float tn_part_inverse(const tn_parts parts, tn_i32 part) {
  return tn_inverse_or_zero(parts.scale * (float)parts.step[part]);
}

TN_FUNCTION tn_i32 tn_part_code(const tn_parts parts, tn_i32 part, float x, float top) {
  tn_affine fit;
  fit.step = parts.scale * (float)parts.step[part];
  fit.low = parts.low * (float)parts.offset[part];
  return tn_affine_code(fit, x, top);
}

TN_FUNCTION void tn_clear_bytes(TN_GLOBAL tn_u8* bytes, tn_i32 n) {
  for (tn_i32 i = 0; i < n; ++i) bytes[i] = 0;
}

/// Into a byte that has zeros there.
TN_FUNCTION void tn_put_bits(TN_GLOBAL tn_u8* byte, tn_i32 value, tn_i32 shift) {
  *byte = (tn_u8)(*byte | (value << shift));
}

/// Two bits of element i: each two bits of 32 bytes belong to 32 elements.
TN_FUNCTION void tn_put_quad(TN_GLOBAL tn_u8* quads, tn_i32 i, tn_i32 code) {
  tn_put_bits(quads + i / 128 * 32 + i % 32, code & 3, i % 128 / 32 * 2);
}

/// Four bits of element i: 32 bytes hold 64 elements.
TN_FUNCTION void tn_put_nibble(TN_GLOBAL tn_u8* pairs, tn_i32 i, tn_i32 code) {
  tn_put_bits(pairs + i / 64 * 32 + i % 32, code & 15, i % 64 / 32 * 4);
}

/// See tn_six_step.
TN_FUNCTION void tn_put_six(TN_GLOBAL tn_u8* bytes, const tn_parts parts) {
  for (tn_i32 part = 0; part < 8; ++part) {
    const tn_i32 step = parts.step[part];
    const tn_i32 offset = parts.offset[part];
    if (part < 4) {
      tn_put_bits(bytes + part, step, 0);
      tn_put_bits(bytes + part + 4, offset, 0);
    } else {
      tn_put_bits(bytes + part + 4, (step & 15) | ((offset & 15) << 4), 0);
      tn_put_bits(bytes + part - 4, step >> 4, 6);
      tn_put_bits(bytes + part, offset >> 4, 6);
    }
  }
}

TN_FUNCTION void tn_encode_q2_k(TN_GLOBAL tn_u8* block, const TN_GLOBAL tn_u8* x, tn_i64 step) {
  const tn_parts parts = tn_affine_parts(x, 16, step, 3.0f, 15.0f);
  tn_clear_bytes(block, 84);
  for (tn_i32 part = 0; part < 16; ++part)
    block[part] = (tn_u8)(parts.step[part] | (parts.offset[part] << 4));
  for (tn_i32 i = 0; i < 256; ++i)
    tn_put_quad(block + 16, i, tn_part_code(parts, i / 16, tn_x_at(x, i, step), 3.0f));
  tn_put_half(block + 80, parts.scale);
  tn_put_half(block + 82, parts.low);
}

TN_FUNCTION void tn_encode_q3_k(TN_GLOBAL tn_u8* block, const TN_GLOBAL tn_u8* x, tn_i64 step) {
  const tn_parts parts = tn_signed_parts(x, 16, step, -4.0f, -32.0f);
  tn_clear_bytes(block, 110);
  for (tn_i32 part = 0; part < 16; ++part) {
    tn_put_bits(block + 96 + part % 8, (parts.step[part] + 32) & 15, part / 8 * 4);
    tn_put_bits(block + 104 + part % 4, (parts.step[part] + 32) >> 4, part / 4 * 2);
  }
  for (tn_i32 i = 0; i < 256; ++i) {
    const float inverse = tn_part_inverse(parts, i / 16);
    const tn_i32 code = tn_nearest_code(tn_x_at(x, i, step) * inverse, -4.0f, 3.0f) + 4;
    tn_put_quad(block + 32, i, code);
    tn_put_bits(block + i % 32, code >> 2, i / 32);
  }
  tn_put_half(block + 108, parts.scale);
}

TN_FUNCTION void tn_encode_q4_k(TN_GLOBAL tn_u8* block, const TN_GLOBAL tn_u8* x, tn_i64 step) {
  const tn_parts parts = tn_affine_parts(x, 8, step, 15.0f, 63.0f);
  tn_clear_bytes(block, 144);
  tn_put_half(block, parts.scale);
  tn_put_half(block + 2, parts.low);
  tn_put_six(block + 4, parts);
  for (tn_i32 i = 0; i < 256; ++i)
    tn_put_nibble(block + 16, i, tn_part_code(parts, i / 32, tn_x_at(x, i, step), 15.0f));
}

TN_FUNCTION void tn_encode_q5_k(TN_GLOBAL tn_u8* block, const TN_GLOBAL tn_u8* x, tn_i64 step) {
  const tn_parts parts = tn_affine_parts(x, 8, step, 31.0f, 63.0f);
  tn_clear_bytes(block, 176);
  tn_put_half(block, parts.scale);
  tn_put_half(block + 2, parts.low);
  tn_put_six(block + 4, parts);
  for (tn_i32 i = 0; i < 256; ++i) {
    const tn_i32 code = tn_part_code(parts, i / 32, tn_x_at(x, i, step), 31.0f);
    tn_put_nibble(block + 48, i, code);
    tn_put_bits(block + 16 + i % 32, code >> 4, i / 32);
  }
}

TN_FUNCTION void tn_encode_q6_k(TN_GLOBAL tn_u8* block, const TN_GLOBAL tn_u8* x, tn_i64 step) {
  const tn_parts parts = tn_signed_parts(x, 16, step, -32.0f, -128.0f);
  tn_clear_bytes(block, 210);
  for (tn_i32 i = 0; i < 256; ++i) {
    const float inverse = tn_part_inverse(parts, i / 16);
    const tn_i32 code = tn_nearest_code(tn_x_at(x, i, step) * inverse, -32.0f, 31.0f) + 32;
    tn_put_bits(block + i / 128 * 64 + i % 64, code & 15, i % 128 / 64 * 4);
    tn_put_quad(block + 128, i, code >> 4);
  }
  for (tn_i32 part = 0; part < 16; ++part) block[192 + part] = (tn_u8)parts.step[part];
  tn_put_half(block + 208, parts.scale);
}

TN_FUNCTION void tn_encode_iq4_xs(TN_GLOBAL tn_u8* block, const TN_GLOBAL tn_u8* x, tn_i64 step) {
  const tn_parts parts = tn_signed_parts(x, 8, step, -127.0f, -32.0f);
  tn_clear_bytes(block, 136);
  tn_put_half(block, parts.scale);
  for (tn_i32 part = 0; part < 8; ++part) {
    tn_put_bits(block + 4 + part / 2, (parts.step[part] + 32) & 15, part % 2 * 4);
    tn_put_bits(block + 2 + part / 4, (parts.step[part] + 32) >> 4, part % 4 * 2);
  }
  for (tn_i32 i = 0; i < 256; ++i) {
    const tn_i32 code = tn_nearest_uneven(tn_x_at(x, i, step) * tn_part_inverse(parts, i / 32));
    tn_put_bits(block + 8 + i / 32 * 16 + i % 16, code, i % 32 / 16 * 4);
  }
}
