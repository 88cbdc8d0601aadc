#include "core/blocks.h"
#include "core/half.h"
#include "core/parts.h"
#include "core/quantize.h"
#include "core/type_table.h"

namespace tern {
namespace type_q3_k {

/// 16 parts of 16 numbers of three bits with an offset of 4; each part has a scale of six bits.
struct Block {
  static constexpr int elements = 256;
  std::uint8_t high[32];
  std::uint8_t quad[64];
  std::uint8_t scales[12];
  std::uint16_t scale;
};
static_assert(sizeof(Block) == 110);

/// Two bits of each number are as in Q2_K.
int first_byte(int part) { return part / 8 * 32 + part % 2 * 16; }
int shift_of(int part) { return part % 8 / 2 * 2; }

/// Four bits of a scale are in eight bytes, two are in the last four.
int scale_of(const Block& block, int part) {
  const int low = (block.scales[part % 8] >> (part / 8 * 4)) & 15;
  const int high = (block.scales[8 + part % 4] >> (part / 4 * 2)) & 3;
  return (low | (high << 4)) - 32;
}

void put_scale(Block& block, int part, int scale) {
  put_bits(block.scales[part % 8], (scale + 32) & 15, part / 8 * 4);
  put_bits(block.scales[8 + part % 4], (scale + 32) >> 4, part / 4 * 2);
}

void decode(const Block& block, float* target) {
  for (int part = 0; part < 16; ++part, target += 16) {
    const float scale = half_to_float(block.scale) * static_cast<float>(scale_of(block, part));
    const std::uint8_t* quad = block.quad + first_byte(part);
    const std::uint8_t* high = block.high + part % 2 * 16;
    for (int i = 0; i < 16; ++i) {
      const int code = ((quad[i] >> shift_of(part)) & 3) | (((high[i] >> (part / 2)) & 1) << 2);
      target[i] = scale * static_cast<float>(code - 4);
    }
  }
}

Block encode(const float* x) {
  const auto level = [](float v) { return static_cast<float>(nearest_code(v, -4, 3)); };
  const SignedParts<16> parts = fit_signed_parts<16>(x, 16, -4.0f, -32, level);
  Block block{.high = {}, .quad = {}, .scales = {}, .scale = parts.scale};
  for (int part = 0; part < 16; ++part, x += 16) {
    put_scale(block, part, parts.step[part]);
    for (int i = 0; i < 16; ++i) {
      const int code = nearest_code(x[i] * parts.inverse(part), -4, 3) + 4;
      put_bits(block.quad[first_byte(part) + i], code & 3, shift_of(part));
      put_bits(block.high[part % 2 * 16 + i], code >> 2, part / 2);
    }
  }
  return block;
}

}  // namespace type_q3_k

void register_type_q3_k(TypeTable& table) {
  table.add(
      block_type<type_q3_k::Block, type_q3_k::decode, type_q3_k::encode>(Type::q3_k, "Q3_K", 11));
}

}  // namespace tern
