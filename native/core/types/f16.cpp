#include <cstring>

#include "core/half.h"
#include "core/type_table.h"

namespace tern {
namespace type_f16 {

void to_float(const std::byte* source, float* target, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) {
    std::uint16_t bits;
    std::memcpy(&bits, source + i * 2, sizeof bits);
    target[i] = half_to_float(bits);
  }
}

void from_float(const float* source, std::byte* target, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) {
    const std::uint16_t bits = float_to_half(source[i]);
    std::memcpy(target + i * 2, &bits, sizeof bits);
  }
}

}  // namespace type_f16

void register_type_f16(TypeTable& table) {
  table.add({.type = Type::f16,
             .name = "F16",
             .gguf_id = 1,
             .block_bytes = 2,
             .to_float = type_f16::to_float,
             .from_float = type_f16::from_float});
}

}  // namespace tern
