#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/half.h"
#include "core/type_table.h"

namespace tern {
namespace type_q4_0 {

constexpr std::int64_t block_size = 32;
constexpr std::int64_t half_block = block_size / 2;

/// 32 numbers of four bits with an offset of 8: byte j holds element j (low) and j + 16 (high).
struct Block {
  std::uint16_t scale;
  std::uint8_t pair[half_block];
};
static_assert(sizeof(Block) == 18);

void to_float(const std::byte* source, float* target, std::int64_t n) {
  for (std::int64_t i = 0; i < n; i += block_size, source += sizeof(Block)) {
    Block block;
    std::memcpy(&block, source, sizeof block);
    const float scale = half_to_float(block.scale);
    for (std::int64_t j = 0; j < half_block; ++j) {
      target[i + j] = scale * static_cast<float>((block.pair[j] & 15) - 8);
      target[i + half_block + j] = scale * static_cast<float>((block.pair[j] >> 4) - 8);
    }
  }
}

float largest_by_magnitude(const float* x) {
  return *std::max_element(x, x + block_size,
                           [](float a, float b) { return std::fabs(a) < std::fabs(b); });
}

std::uint8_t encode_one(float x, float inverse) {
  // In double, so that the result does not depend on whether the compiler fuses the addition.
  const double shifted = static_cast<double>(x) * static_cast<double>(inverse) + 8.5;
  return static_cast<std::uint8_t>(std::fmin(std::fmax(shifted, 0.0), 15.0));
}

Block encode(const float* x) {
  // -8 is the code with the largest magnitude, so the extreme value gets it whatever its sign.
  const float scale = largest_by_magnitude(x) / -8.0f;
  const float inverse = scale == 0.0f ? 0.0f : 1.0f / scale;
  Block block;
  block.scale = float_to_half(scale);
  for (std::int64_t j = 0; j < half_block; ++j) {
    const int high = encode_one(x[half_block + j], inverse);
    block.pair[j] = static_cast<std::uint8_t>(encode_one(x[j], inverse) | (high << 4));
  }
  return block;
}

void from_float(const float* source, std::byte* target, std::int64_t n) {
  for (std::int64_t i = 0; i < n; i += block_size, target += sizeof(Block)) {
    const Block block = encode(source + i);
    std::memcpy(target, &block, sizeof block);
  }
}

}  // namespace type_q4_0

void register_type_q4_0(TypeTable& table) {
  table.add({.type = Type::q4_0,
             .name = "Q4_0",
             .gguf_id = 2,
             .block_size = type_q4_0::block_size,
             .block_bytes = sizeof(type_q4_0::Block),
             .quantized = true,
             .to_float = type_q4_0::to_float,
             .from_float = type_q4_0::from_float});
}

}  // namespace tern
