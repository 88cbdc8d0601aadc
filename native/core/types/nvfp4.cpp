#include "core/blocks.h"
#include "core/levels.h"
#include "core/quantize.h"
#include "core/type_table.h"

namespace tern {
namespace type_nvfp4 {

/// 4 parts of 16 floats of four bits; each part has a scale, a float of seven bits without a sign.
/// Byte j of a part holds element j (low) and j + 8 (high).
struct Block {
  static constexpr int elements = 64;
  std::uint8_t scales[4];
  std::uint8_t pair[32];
};
static_assert(sizeof(Block) == 36);

constexpr int largest_scale = 0x7e;  // 448; the code above it is no number

/// Half of the scale, because the levels are doubled. The bit for a sign becomes a part of nothing.
float scale_of(int code) {
  if (code == 0x7f) return 0.0f;
  const int exponent = (code >> 3) & 15;
  const auto mantissa = static_cast<float>(code & 7);
  return exponent == 0 ? std::ldexp(mantissa, -10) : std::ldexp(8.0f + mantissa, exponent - 11);
}

void decode(const Block& block, float* target) {
  for (int part = 0; part < 4; ++part, target += 16) {
    const float scale = scale_of(block.scales[part]);
    for (int j = 0; j < 8; ++j) {
      target[j] = scale * tiny_float_levels[block.pair[part * 8 + j] & 15];
      target[8 + j] = scale * tiny_float_levels[block.pair[part * 8 + j] >> 4];
    }
  }
}

float error_of(const float* x, int code) {
  const float scale = scale_of(code);
  float error = 0.0f;
  for (int i = 0; i < 16; ++i) {
    const float off = scale * tiny_float_levels[nearest_tiny_float(x[i], scale)] - x[i];
    error += off * off;
  }
  return error;
}

/// The best of the scales near the one that gives the largest element the largest level.
int best_scale(const float* x) {
  const float wanted = std::fabs(largest_by_magnitude(x, 16)) / 12.0f;
  int first = 0;
  while (first < largest_scale && scale_of(first) < wanted) ++first;
  int best = first;
  for (int code = std::max(first - 4, 0); code <= std::min(first + 4, largest_scale); ++code) {
    if (error_of(x, code) < error_of(x, best)) best = code;
  }
  return best;
}

Block encode(const float* x) {
  Block block{};
  for (int part = 0; part < 4; ++part, x += 16) {
    block.scales[part] = static_cast<std::uint8_t>(best_scale(x));
    const float scale = scale_of(block.scales[part]);
    for (int j = 0; j < 16; ++j)
      put_bits(block.pair[part * 8 + j % 8], nearest_tiny_float(x[j], scale), j / 8 * 4);
  }
  return block;
}

}  // namespace type_nvfp4

void register_type_nvfp4(TypeTable& table) {
  table.add(block_type<type_nvfp4::Block, type_nvfp4::decode, type_nvfp4::encode>(Type::nvfp4,
                                                                                  "NVFP4", 40));
}

}  // namespace tern
