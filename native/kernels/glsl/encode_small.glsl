// Blocks of floats with four bits, and of numbers -1, 0 and 1.

float tn_tiny_float(int code) { return tn_tiny_floats(uvec4(code)).x; }

/// The first code for which scale * level is nearest to x.
uint tn_nearest_tiny(float x, float scale) {
  uint best = 0;
  float smallest = abs(x);
  for (int code = 1; code < 16; ++code) {
    precise float off = scale * tn_tiny_float(code) - x;
    if (abs(off) < smallest) {
      best = code;
      smallest = abs(off);
    }
  }
  return best;
}

/// By the exponent of the largest element; the largest level, 6, has an exponent of 2.
void tn_store_mxfp4(tn_address x, tn_i64 step, tn_address y) {
  const uint of_largest = floatBitsToUint(abs(tn_extreme(x, 32, step))) >> 23;
  const uint exponent = max(of_largest, 2u) - 2u;
  const float scale = tn_power_scale(exponent);
  tn_bytes(y).at[0] = uint8_t(exponent);
  for (int j = 0; j < 16; ++j)
    tn_bytes(y + 1).at[j] = uint8_t(tn_nearest_tiny(tn_x(x, j, step), scale) |
                                    (tn_nearest_tiny(tn_x(x, 16 + j, step), scale) << 4));
}

float tn_tiny_error(tn_address x, tn_i64 step, uint code) {
  const float scale = tn_part_scale(code);
  precise float error = 0.0f;
  for (int i = 0; i < 16; ++i) {
    const float value = tn_x(x, i, step);
    const float level = tn_tiny_float(int(tn_nearest_tiny(value, scale)));
    precise float off = scale * level - value;
    error = error + off * off;
  }
  return error;
}

/// The best of the scales near the one that gives the largest element the largest level. 0x7e is
/// the largest.
uint tn_best_part_scale(tn_address x, tn_i64 step) {
  const float wanted = tn_quotient(abs(tn_extreme(x, 16, step)), 12.0f);
  uint first = 0;
  while (first < 0x7eu && tn_part_scale(first) < wanted) ++first;
  uint best = first;
  float smallest = tn_tiny_error(x, step, best);
  for (uint code = max(first, 4u) - 4u; code <= min(first + 4u, 0x7eu); ++code) {
    const float error = tn_tiny_error(x, step, code);
    if (error < smallest) {
      best = code;
      smallest = error;
    }
  }
  return best;
}

void tn_store_nvfp4(tn_address x, tn_i64 step, tn_address y) {
  for (int part = 0; part < 4; ++part) {
    const tn_address at = x + part * 16 * step;
    const uint code = tn_best_part_scale(at, step);
    const float scale = tn_part_scale(code);
    tn_bytes(y).at[part] = uint8_t(code);
    for (int j = 0; j < 8; ++j)
      tn_bytes(y + 4).at[part * 8 + j] =
          uint8_t(tn_nearest_tiny(tn_x(at, j, step), scale) |
                  (tn_nearest_tiny(tn_x(at, 8 + j, step), scale) << 4));
  }
}

/// A digit for each `width` elements; what is missing of five is 0. Rounded up, so that cutting off
/// the fraction gives the digits back.
void tn_put_ternary(tn_address y, tn_address x, tn_i64 step, int width, int digits, float inverse) {
  for (int i = 0; i < width; ++i) {
    int number = 0;
    for (int digit = 0; digit < 5; ++digit) {
      number *= 3;
      if (digit < digits)
        number += tn_nearest_code(tn_x(x, digit * width + i, step) * inverse, -1.0f, 1.0f) + 1;
    }
    tn_bytes(y).at[i] = uint8_t((number * 256 + 242) / 243);
  }
}

void tn_store_tq1_0(tn_address x, tn_i64 step, tn_address y) {
  const float scale = abs(tn_extreme(x, 256, step));
  const float inverse = tn_inverse_or_zero(scale);
  tn_put_half(y + 52, scale);
  tn_put_ternary(y, x, step, 32, 5, inverse);
  tn_put_ternary(y + 32, x + 160 * step, step, 16, 5, inverse);
  tn_put_ternary(y + 48, x + 240 * step, step, 4, 4, inverse);
}

void tn_store_tq2_0(tn_address x, tn_i64 step, tn_address y) {
  const float scale = abs(tn_extreme(x, 256, step));
  const float inverse = tn_inverse_or_zero(scale);
  tn_clear_bytes(y, 64);
  for (int i = 0; i < 256; ++i)
    tn_put_quad(y, i, tn_nearest_code(tn_x(x, i, step) * inverse, -1.0f, 1.0f) + 1);
  tn_put_half(y + 64, scale);
}
