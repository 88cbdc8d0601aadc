#include "core/blocks.h"
#include "core/half.h"
#include "core/quantize.h"
#include "core/type_table.h"

namespace tern {
namespace type_q4_1 {

/// 32 numbers of four bits above the lowest: byte j holds element j (low) and j + 16 (high).
struct Block {
  static constexpr int elements = 32;
  std::uint16_t scale;
  std::uint16_t lowest;
  std::uint8_t pair[16];
};
static_assert(sizeof(Block) == 20);

void decode(const Block& block, float* target) {
  const float scale = half_to_float(block.scale);
  const float lowest = half_to_float(block.lowest);
  for (int j = 0; j < 16; ++j) {
    target[j] = scale * static_cast<float>(block.pair[j] & 15) + lowest;
    target[16 + j] = scale * static_cast<float>(block.pair[j] >> 4) + lowest;
  }
}

Block encode(const float* x) {
  const auto [lowest, highest] = std::minmax_element(x, x + Block::elements);
  const float scale = (*highest - *lowest) / 15.0f;
  const float inverse = inverse_or_zero(scale);
  Block block{.scale = float_to_half(scale), .lowest = float_to_half(*lowest), .pair = {}};
  for (int j = 0; j < 16; ++j) {
    put_bits(block.pair[j], offset_code((x[j] - *lowest) * inverse, 0, 15), 0);
    put_bits(block.pair[j], offset_code((x[16 + j] - *lowest) * inverse, 0, 15), 4);
  }
  return block;
}

}  // namespace type_q4_1

void register_type_q4_1(TypeTable& table) {
  table.add(
      block_type<type_q4_1::Block, type_q4_1::decode, type_q4_1::encode>(Type::q4_1, "Q4_1", 3));
}

}  // namespace tern
