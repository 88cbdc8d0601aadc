#include "core/half_type.h"

namespace tern {

void register_type_f16(TypeTable& table) {
  table.add({.type = Type::f16,
             .name = "F16",
             .gguf_id = 1,
             .block_bytes = 2,
             .to_float = widen_halves<half_to_float>,
             .from_float = narrow_to_halves<float_to_half>});
}

}  // namespace tern
