#include <cstring>

#include "core/type_table.h"

namespace tern {
namespace type_f32 {

void to_float(const std::byte* source, float* target, std::int64_t n) {
  std::memcpy(target, source, static_cast<std::size_t>(n) * sizeof(float));
}

void from_float(const float* source, std::byte* target, std::int64_t n) {
  std::memcpy(target, source, static_cast<std::size_t>(n) * sizeof(float));
}

}  // namespace type_f32

void register_type_f32(TypeTable& table) {
  table.add({.type = Type::f32,
             .name = "F32",
             .gguf_id = 0,
             .block_bytes = sizeof(float),
             .to_float = type_f32::to_float,
             .from_float = type_f32::from_float});
}

}  // namespace tern
