#include <bit>

#include "core/blocks.h"
#include "core/levels.h"
#include "core/quantize.h"
#include "core/type_table.h"

namespace tern {
namespace type_mxfp4 {

/// 32 floats of four bits and a power of two: byte j holds element j (low) and j + 16 (high).
struct Block {
  static constexpr int elements = 32;
  std::uint8_t exponent;
  std::uint8_t pair[16];
};
static_assert(sizeof(Block) == 17);

/// Half of 2^(exponent - 127), because the levels are doubled; the two smallest are subnormal.
float scale_of(std::uint8_t exponent) {
  const std::uint32_t bits =
      exponent < 2 ? 0x00200000u << exponent : static_cast<std::uint32_t>(exponent - 1) << 23;
  return std::bit_cast<float>(bits);
}

void decode(const Block& block, float* target) {
  const float scale = scale_of(block.exponent);
  for (int j = 0; j < 16; ++j) {
    target[j] = scale * tiny_float_levels[block.pair[j] & 15];
    target[16 + j] = scale * tiny_float_levels[block.pair[j] >> 4];
  }
}

/// The largest level, 6, has an exponent of 2.
std::uint8_t exponent_for(float largest) {
  if (!(largest > 0.0f)) return 0;
  // Rounded to float, where values just below a power of two reach the next exponent.
  const auto logarithm = static_cast<float>(std::log2(static_cast<double>(largest)));
  return static_cast<std::uint8_t>(nearest_code(std::floor(logarithm) + 125.0f, 0, 254));
}

Block encode(const float* x) {
  const float largest = std::fabs(largest_by_magnitude(x, Block::elements));
  Block block{.exponent = exponent_for(largest), .pair = {}};
  const float scale = scale_of(block.exponent);
  for (int j = 0; j < Block::elements; ++j)
    put_bits(block.pair[j % 16], nearest_tiny_float(x[j], scale), j / 16 * 4);
  return block;
}

}  // namespace type_mxfp4

void register_type_mxfp4(TypeTable& table) {
  table.add(block_type<type_mxfp4::Block, type_mxfp4::decode, type_mxfp4::encode>(Type::mxfp4,
                                                                                  "MXFP4", 39));
}

}  // namespace tern
