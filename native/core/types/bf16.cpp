#include "core/half_type.h"

namespace tern {

void register_type_bf16(TypeTable& table) {
  table.add({.type = Type::bf16,
             .name = "BF16",
             .gguf_id = 30,
             .block_bytes = 2,
             .to_float = widen_halves<bfloat_to_float>,
             .from_float = narrow_to_halves<float_to_bfloat>});
}

}  // namespace tern
