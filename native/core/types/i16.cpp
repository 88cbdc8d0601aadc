#include "core/type_table.h"

namespace tern {

/// Can be stored and copied; it takes no part in arithmetic on floats.
void register_type_i16(TypeTable& table) {
  table.add({.type = Type::i16, .name = "I16", .gguf_id = 25, .block_bytes = 2});
}

}  // namespace tern
