#include "core/blocks.h"
#include "core/half.h"
#include "core/quantize.h"
#include "core/type_table.h"

namespace tern {
namespace type_tq1_0 {

/// 256 numbers -1, 0 and 1. A byte holds the digits of a number in base 3, as a fraction of 256:
/// the product with 3 has the highest digit above the byte. Neighbouring bytes, not neighbouring
/// digits, belong to neighbouring elements.
struct Block {
  static constexpr int elements = 256;
  std::uint8_t byte[52];
  std::uint16_t scale;
};
static_assert(sizeof(Block) == 54);

/// `bytes` bytes with `digits` digits each.
struct Piece {
  int first_byte, bytes, digits;
};
constexpr Piece pieces[] = {{0, 32, 5}, {32, 16, 5}, {48, 4, 4}};

void decode(const Block& block, float* target) {
  const float scale = half_to_float(block.scale);
  for (const Piece& piece : pieces) {
    int power = 1;
    for (int digit = 0; digit < piece.digits; ++digit, power *= 3) {
      for (int i = 0; i < piece.bytes; ++i) {
        const int fraction = (block.byte[piece.first_byte + i] * power) & 255;
        *target++ = scale * static_cast<float>((fraction * 3 >> 8) - 1);
      }
    }
  }
}

Block encode(const float* x) {
  const float scale = std::fabs(largest_by_magnitude(x, Block::elements));
  const float inverse = inverse_or_zero(scale);
  Block block{.byte = {}, .scale = float_to_half(scale)};
  for (const Piece& piece : pieces) {
    for (int i = 0; i < piece.bytes; ++i) {
      int number = 0;
      for (int digit = 0; digit < 5; ++digit) {
        const bool given = digit < piece.digits;
        const float value = given ? x[digit * piece.bytes + i] * inverse : -1.0f;
        number = number * 3 + nearest_code(value, -1, 1) + 1;
      }
      // Rounded up, so that cutting off the fraction gives the digits back.
      block.byte[piece.first_byte + i] = static_cast<std::uint8_t>((number * 256 + 242) / 243);
    }
    x += piece.bytes * piece.digits;
  }
  return block;
}

}  // namespace type_tq1_0

void register_type_tq1_0(TypeTable& table) {
  table.add(block_type<type_tq1_0::Block, type_tq1_0::decode, type_tq1_0::encode>(Type::tq1_0,
                                                                                  "TQ1_0", 34));
}

}  // namespace tern
