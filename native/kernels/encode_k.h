#pragma once

#include "kernels/parts.h"

// Blocks of 256 elements written, in parts with scales of their own.

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
