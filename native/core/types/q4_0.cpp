#include "core/blocks.h"
#include "core/half.h"
#include "core/quantize.h"
#include "core/type_table.h"

namespace tern {
namespace type_q4_0 {

/// 32 numbers of four bits with an offset of 8: byte j holds element j (low) and j + 16 (high).
struct Block {
  static constexpr int elements = 32;
  std::uint16_t scale;
  std::uint8_t pair[16];
};
static_assert(sizeof(Block) == 18);

void decode(const Block& block, float* target) {
  const float scale = half_to_float(block.scale);
  for (int j = 0; j < 16; ++j) {
    target[j] = scale * static_cast<float>((block.pair[j] & 15) - 8);
    target[16 + j] = scale * static_cast<float>((block.pair[j] >> 4) - 8);
  }
}

Block encode(const float* x) {
  // -8 is the code with the largest magnitude, so the extreme value gets it whatever its sign.
  const float scale = largest_by_magnitude(x, Block::elements) / -8.0f;
  const float inverse = inverse_or_zero(scale);
  Block block{.scale = float_to_half(scale), .pair = {}};
  for (int j = 0; j < 16; ++j) {
    put_bits(block.pair[j], offset_code(x[j] * inverse, 8, 15), 0);
    put_bits(block.pair[j], offset_code(x[16 + j] * inverse, 8, 15), 4);
  }
  return block;
}

}  // namespace type_q4_0

void register_type_q4_0(TypeTable& table) {
  table.add(
      block_type<type_q4_0::Block, type_q4_0::decode, type_q4_0::encode>(Type::q4_0, "Q4_0", 2));
}

}  // namespace tern
