#include "core/type_table.h"

namespace tern {

/// Can be stored and copied; it takes no part in arithmetic on floats.
void register_type_i8(TypeTable& table) {
  table.add({.type = Type::i8, .name = "I8", .gguf_id = 24, .block_bytes = 1});
}

}  // namespace tern
