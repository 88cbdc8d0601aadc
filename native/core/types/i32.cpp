#include "core/type_table.h"

namespace tern {

/// Token ids, positions and row numbers; it takes no part in arithmetic on floats.
void register_type_i32(TypeTable& table) {
  table.add({.type = Type::i32, .name = "I32", .gguf_id = 26, .block_bytes = 4});
}

}  // namespace tern
