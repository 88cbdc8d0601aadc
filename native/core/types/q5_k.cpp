#include "core/blocks.h"
#include "core/half.h"
#include "core/parts.h"
#include "core/quantize.h"
#include "core/type_table.h"

namespace tern {
namespace type_q5_k {

/// As Q4_K, with a fifth bit: bit p of `high[i]` belongs to element i of part p.
struct Block {
  static constexpr int elements = 256;
  std::uint16_t scale;
  std::uint16_t low;
  SixBitPairs scales;
  std::uint8_t high[32];
  std::uint8_t pair[128];
};
static_assert(sizeof(Block) == 176);

void decode(const Block& block, float* target) {
  for (int part = 0; part < 8; ++part, target += 32) {
    const float scale = half_to_float(block.scale) * static_cast<float>(block.scales.step(part));
    const float low = half_to_float(block.low) * static_cast<float>(block.scales.offset(part));
    const std::uint8_t* bytes = block.pair + part / 2 * 32;
    for (int i = 0; i < 32; ++i) {
      const int code = ((bytes[i] >> (part % 2 * 4)) & 15) | (((block.high[i] >> part) & 1) << 4);
      target[i] = scale * static_cast<float>(code) - low;
    }
  }
}

Block encode(const float* x) {
  const AffineParts<8> parts = fit_parts<8>(x, 32, 31, 63);
  Block block{.scale = parts.scale, .low = parts.low, .scales = {}, .high = {}, .pair = {}};
  for (int part = 0; part < 8; ++part, x += 32) {
    block.scales.put_pair(part, parts.step[part], parts.offset[part]);
    for (int i = 0; i < 32; ++i) {
      const int code = affine_code(parts.fit(part), x[i], 31);
      put_bits(block.pair[part / 2 * 32 + i], code & 15, part % 2 * 4);
      put_bits(block.high[i], code >> 4, part);
    }
  }
  return block;
}

}  // namespace type_q5_k

void register_type_q5_k(TypeTable& table) {
  table.add(
      block_type<type_q5_k::Block, type_q5_k::decode, type_q5_k::encode>(Type::q5_k, "Q5_K", 13));
}

}  // namespace tern
