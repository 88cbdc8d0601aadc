#include "core/blocks.h"
#include "core/half.h"
#include "core/parts.h"
#include "core/quantize.h"
#include "core/type_table.h"

namespace tern {
namespace type_q6_k {

/// 16 parts of 16 numbers of six bits with an offset of 32; each part has a scale of eight bits.
struct Block {
  static constexpr int elements = 256;
  std::uint8_t pair[128];
  std::uint8_t quad[64];
  std::int8_t scales[16];
  std::uint16_t scale;
};
static_assert(sizeof(Block) == 210);

/// Where a part has its bits: 128 elements have 64 bytes of pairs and 32 of quads.
struct Place {
  int pair, pair_shift, quad, quad_shift;
};

Place place_of(int part) {
  const int half = part / 8;
  const int inside = part % 8;
  return {half * 64 + inside % 4 * 16, inside / 4 * 4, half * 32 + inside % 2 * 16, inside / 2 * 2};
}

void decode(const Block& block, float* target) {
  for (int part = 0; part < 16; ++part, target += 16) {
    const float scale = half_to_float(block.scale) * static_cast<float>(block.scales[part]);
    const Place at = place_of(part);
    for (int i = 0; i < 16; ++i) {
      const int low = (block.pair[at.pair + i] >> at.pair_shift) & 15;
      const int high = (block.quad[at.quad + i] >> at.quad_shift) & 3;
      target[i] = scale * static_cast<float>((low | (high << 4)) - 32);
    }
  }
}

Block encode(const float* x) {
  const auto level = [](float v) { return static_cast<float>(nearest_code(v, -32, 31)); };
  const SignedParts<16> parts = fit_signed_parts<16>(x, 16, -32.0f, -128, level);
  Block block{.pair = {}, .quad = {}, .scales = {}, .scale = parts.scale};
  for (int part = 0; part < 16; ++part, x += 16) {
    const Place at = place_of(part);
    block.scales[part] = static_cast<std::int8_t>(parts.step[part]);
    for (int i = 0; i < 16; ++i) {
      const int code = nearest_code(x[i] * parts.inverse(part), -32, 31) + 32;
      put_bits(block.pair[at.pair + i], code & 15, at.pair_shift);
      put_bits(block.quad[at.quad + i], code >> 4, at.quad_shift);
    }
  }
  return block;
}

}  // namespace type_q6_k

void register_type_q6_k(TypeTable& table) {
  table.add(
      block_type<type_q6_k::Block, type_q6_k::decode, type_q6_k::encode>(Type::q6_k, "Q6_K", 14));
}

}  // namespace tern
