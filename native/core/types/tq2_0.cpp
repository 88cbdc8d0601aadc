#include "core/blocks.h"
#include "core/half.h"
#include "core/quantize.h"
#include "core/type_table.h"

namespace tern {
namespace type_tq2_0 {

/// 256 numbers -1, 0 and 1 in two bits each: in 32 bytes, each two bits belong to 32 elements.
struct Block {
  static constexpr int elements = 256;
  std::uint8_t quad[64];
  std::uint16_t scale;
};
static_assert(sizeof(Block) == 66);

void decode(const Block& block, float* target) {
  const float scale = half_to_float(block.scale);
  for (int row = 0; row < 8; ++row, target += 32) {
    const std::uint8_t* bytes = block.quad + row / 4 * 32;
    for (int i = 0; i < 32; ++i)
      target[i] = scale * static_cast<float>(((bytes[i] >> (row % 4 * 2)) & 3) - 1);
  }
}

Block encode(const float* x) {
  const float scale = std::fabs(largest_by_magnitude(x, Block::elements));
  const float inverse = inverse_or_zero(scale);
  Block block{.quad = {}, .scale = float_to_half(scale)};
  for (int row = 0; row < 8; ++row, x += 32) {
    for (int i = 0; i < 32; ++i)
      put_bits(block.quad[row / 4 * 32 + i], nearest_code(x[i] * inverse, -1, 1) + 1, row % 4 * 2);
  }
  return block;
}

}  // namespace type_tq2_0

void register_type_tq2_0(TypeTable& table) {
  table.add(block_type<type_tq2_0::Block, type_tq2_0::decode, type_tq2_0::encode>(Type::tq2_0,
                                                                                  "TQ2_0", 35));
}

}  // namespace tern
