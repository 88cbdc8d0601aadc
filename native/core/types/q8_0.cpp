#include <cmath>
#include <cstring>

#include "core/half.h"
#include "core/type_table.h"

namespace tern {
namespace type_q8_0 {

constexpr std::int64_t block_size = 32;

/// 32 signed bytes that share one scale.
struct Block {
  std::uint16_t scale;
  std::int8_t value[block_size];
};
static_assert(sizeof(Block) == 34);

void to_float(const std::byte* source, float* target, std::int64_t n) {
  for (std::int64_t i = 0; i < n; i += block_size, source += sizeof(Block)) {
    Block block;
    std::memcpy(&block, source, sizeof block);
    const float scale = half_to_float(block.scale);
    for (std::int64_t j = 0; j < block_size; ++j)
      target[i + j] = scale * static_cast<float>(block.value[j]);
  }
}

Block encode(const float* x) {
  float largest = 0.0f;
  for (std::int64_t j = 0; j < block_size; ++j) largest = std::fmax(largest, std::fabs(x[j]));
  const float scale = largest / 127.0f;
  const float inverse = scale == 0.0f ? 0.0f : 1.0f / scale;
  Block block;
  block.scale = float_to_half(scale);
  for (std::int64_t j = 0; j < block_size; ++j) {
    // The limits also give NaN and infinities a defined result.
    block.value[j] =
        static_cast<std::int8_t>(std::fmin(std::fmax(std::round(x[j] * inverse), -127.0f), 127.0f));
  }
  return block;
}

void from_float(const float* source, std::byte* target, std::int64_t n) {
  for (std::int64_t i = 0; i < n; i += block_size, target += sizeof(Block)) {
    const Block block = encode(source + i);
    std::memcpy(target, &block, sizeof block);
  }
}

}  // namespace type_q8_0

void register_type_q8_0(TypeTable& table) {
  table.add({.type = Type::q8_0,
             .name = "Q8_0",
             .gguf_id = 8,
             .block_size = type_q8_0::block_size,
             .block_bytes = sizeof(type_q8_0::Block),
             .quantized = true,
             .to_float = type_q8_0::to_float,
             .from_float = type_q8_0::from_float});
}

}  // namespace tern
