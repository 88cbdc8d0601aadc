#include "core/blocks.h"
#include "core/half.h"
#include "core/parts.h"
#include "core/quantize.h"
#include "core/type_table.h"

namespace tern {
namespace type_q2_k {

/// 16 parts of 16 numbers of two bits; each part has a scale (low) and an offset (high) of four.
struct Block {
  static constexpr int elements = 256;
  std::uint8_t scales[16];
  std::uint8_t quad[64];
  std::uint16_t scale;
  std::uint16_t low;
};
static_assert(sizeof(Block) == 84);

/// The bytes of 128 elements come together; in 32 of them, each two bits belong to 32 elements.
int first_byte(int part) { return part / 8 * 32 + part % 2 * 16; }
int shift_of(int part) { return part % 8 / 2 * 2; }

void decode(const Block& block, float* target) {
  for (int part = 0; part < 16; ++part, target += 16) {
    const float scale = half_to_float(block.scale) * static_cast<float>(block.scales[part] & 15);
    const float low = half_to_float(block.low) * static_cast<float>(block.scales[part] >> 4);
    const std::uint8_t* bytes = block.quad + first_byte(part);
    for (int i = 0; i < 16; ++i)
      target[i] = scale * static_cast<float>((bytes[i] >> shift_of(part)) & 3) - low;
  }
}

Block encode(const float* x) {
  const AffineParts<16> parts = fit_parts<16>(x, 16, 3, 15);
  Block block{.scales = {}, .quad = {}, .scale = parts.scale, .low = parts.low};
  for (int part = 0; part < 16; ++part, x += 16) {
    block.scales[part] = static_cast<std::uint8_t>(parts.step[part] | (parts.offset[part] << 4));
    for (int i = 0; i < 16; ++i) {
      const int code = affine_code(parts.fit(part), x[i], 3);
      put_bits(block.quad[first_byte(part) + i], code, shift_of(part));
    }
  }
  return block;
}

}  // namespace type_q2_k

void register_type_q2_k(TypeTable& table) {
  table.add(
      block_type<type_q2_k::Block, type_q2_k::decode, type_q2_k::encode>(Type::q2_k, "Q2_K", 10));
}

}  // namespace tern
