#include "core/blocks.h"
#include "core/half.h"
#include "core/parts.h"
#include "core/quantize.h"
#include "core/type_table.h"

namespace tern {
namespace type_q4_k {

/// 8 parts of 32 numbers of four bits; each part has a scale and an offset of six bits. 32 bytes
/// hold two parts, the first in their low halves.
struct Block {
  static constexpr int elements = 256;
  std::uint16_t scale;
  std::uint16_t low;
  SixBitPairs scales;
  std::uint8_t pair[128];
};
static_assert(sizeof(Block) == 144);

void decode(const Block& block, float* target) {
  for (int part = 0; part < 8; ++part, target += 32) {
    const float scale = half_to_float(block.scale) * static_cast<float>(block.scales.step(part));
    const float low = half_to_float(block.low) * static_cast<float>(block.scales.offset(part));
    const std::uint8_t* bytes = block.pair + part / 2 * 32;
    const int shift = part % 2 * 4;
    for (int i = 0; i < 32; ++i)
      target[i] = scale * static_cast<float>((bytes[i] >> shift) & 15) - low;
  }
}

Block encode(const float* x) {
  const AffineParts<8> parts = fit_parts<8>(x, 32, 15, 63);
  Block block{.scale = parts.scale, .low = parts.low, .scales = {}, .pair = {}};
  for (int part = 0; part < 8; ++part, x += 32) {
    block.scales.put_pair(part, parts.step[part], parts.offset[part]);
    for (int i = 0; i < 32; ++i) {
      const int code = affine_code(parts.fit(part), x[i], 15);
      put_bits(block.pair[part / 2 * 32 + i], code, part % 2 * 4);
    }
  }
  return block;
}

}  // namespace type_q4_k

void register_type_q4_k(TypeTable& table) {
  table.add(
      block_type<type_q4_k::Block, type_q4_k::decode, type_q4_k::encode>(Type::q4_k, "Q4_K", 12));
}

}  // namespace tern
