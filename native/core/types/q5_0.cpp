#include "core/blocks.h"
#include "core/half.h"
#include "core/quantize.h"
#include "core/type_table.h"

namespace tern {
namespace type_q5_0 {

/// 32 numbers of five bits with an offset of 16: four bits as in Q4_0, and bit j of `high` on top.
struct Block {
  static constexpr int elements = 32;
  std::uint16_t scale;
  std::uint8_t high[4];
  std::uint8_t pair[16];
};
static_assert(sizeof(Block) == 22);

void decode(const Block& block, float* target) {
  const float scale = half_to_float(block.scale);
  for (int j = 0; j < 16; ++j) {
    const int first = (block.pair[j] & 15) | (bit_field(block.high, j, 1) << 4);
    const int second = (block.pair[j] >> 4) | (bit_field(block.high, 16 + j, 1) << 4);
    target[j] = scale * static_cast<float>(first - 16);
    target[16 + j] = scale * static_cast<float>(second - 16);
  }
}

Block encode(const float* x) {
  const float scale = largest_by_magnitude(x, Block::elements) / -16.0f;
  const float inverse = inverse_or_zero(scale);
  Block block{.scale = float_to_half(scale), .high = {}, .pair = {}};
  for (int j = 0; j < Block::elements; ++j) {
    const int code = offset_code(x[j] * inverse, 16, 31);
    put_bits(block.pair[j % 16], code & 15, j / 16 * 4);
    put_bits(block.high[j / 8], code >> 4, j % 8);
  }
  return block;
}

}  // namespace type_q5_0

void register_type_q5_0(TypeTable& table) {
  table.add(
      block_type<type_q5_0::Block, type_q5_0::decode, type_q5_0::encode>(Type::q5_0, "Q5_0", 6));
}

}  // namespace tern
