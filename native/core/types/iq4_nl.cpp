#include "core/blocks.h"
#include "core/half.h"
#include "core/levels.h"
#include "core/quantize.h"
#include "core/type_table.h"

namespace tern {
namespace type_iq4_nl {

/// 32 numbers of four bits that stand for levels: byte j holds element j (low) and j + 16 (high).
struct Block {
  static constexpr int elements = 32;
  std::uint16_t scale;
  std::uint8_t pair[16];
};
static_assert(sizeof(Block) == 18);

void decode(const Block& block, float* target) {
  const float scale = half_to_float(block.scale);
  for (int j = 0; j < 16; ++j) {
    target[j] = scale * uneven_levels[block.pair[j] & 15];
    target[16 + j] = scale * uneven_levels[block.pair[j] >> 4];
  }
}

Block encode(const float* x) {
  const auto level = [](float v) { return uneven_levels[nearest_level(uneven_levels, v)]; };
  Block block{.scale = float_to_half(fit_scale(x, Block::elements, -127.0f, level)), .pair = {}};
  const float inverse = inverse_or_zero(half_to_float(block.scale));
  for (int j = 0; j < Block::elements; ++j)
    put_bits(block.pair[j % 16], nearest_level(uneven_levels, x[j] * inverse), j / 16 * 4);
  return block;
}

}  // namespace type_iq4_nl

void register_type_iq4_nl(TypeTable& table) {
  table.add(block_type<type_iq4_nl::Block, type_iq4_nl::decode, type_iq4_nl::encode>(Type::iq4_nl,
                                                                                     "IQ4_NL", 20));
}

}  // namespace tern
