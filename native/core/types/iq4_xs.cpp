#include "core/blocks.h"
#include "core/half.h"
#include "core/levels.h"
#include "core/parts.h"
#include "core/quantize.h"
#include "core/type_table.h"

namespace tern {
namespace type_iq4_xs {

/// 8 parts of 32 numbers that stand for the levels of IQ4_NL; each part has a scale of six bits,
/// four in `low` and two in `high`, with an offset of 32.
struct Block {
  static constexpr int elements = 256;
  std::uint16_t scale;
  std::uint8_t high[2];
  std::uint8_t low[4];
  std::uint8_t pair[128];
};
static_assert(sizeof(Block) == 136);

void decode(const Block& block, float* target) {
  for (int part = 0; part < 8; ++part, target += 32) {
    const int step = (bit_field(block.low, part, 4) | (bit_field(block.high, part, 2) << 4)) - 32;
    const float scale = half_to_float(block.scale) * static_cast<float>(step);
    const std::uint8_t* pair = block.pair + part * 16;
    for (int j = 0; j < 16; ++j) {
      target[j] = scale * uneven_levels[pair[j] & 15];
      target[16 + j] = scale * uneven_levels[pair[j] >> 4];
    }
  }
}

Block encode(const float* x) {
  const auto level = [](float v) { return uneven_levels[nearest_level(uneven_levels, v)]; };
  const SignedParts<8> parts = fit_signed_parts<8>(x, 32, -127.0f, -32, level);
  Block block{.scale = parts.scale, .high = {}, .low = {}, .pair = {}};
  for (int part = 0; part < 8; ++part, x += 32) {
    put_bits(block.low[part / 2], (parts.step[part] + 32) & 15, part % 2 * 4);
    put_bits(block.high[part / 4], (parts.step[part] + 32) >> 4, part % 4 * 2);
    for (int j = 0; j < 32; ++j) {
      const int code = nearest_level(uneven_levels, x[j] * parts.inverse(part));
      put_bits(block.pair[part * 16 + j % 16], code, j / 16 * 4);
    }
  }
  return block;
}

}  // namespace type_iq4_xs

void register_type_iq4_xs(TypeTable& table) {
  table.add(block_type<type_iq4_xs::Block, type_iq4_xs::decode, type_iq4_xs::encode>(Type::iq4_xs,
                                                                                     "IQ4_XS", 23));
}

}  // namespace tern
