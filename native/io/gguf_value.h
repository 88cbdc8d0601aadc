#pragma once

#include <string_view>

#include "io/byte_reader.h"
#include "tern/gguf.h"

namespace tern {

/// Arrays may hold arrays, but not without end.
constexpr int max_gguf_depth = 4;

/// Reads the type of a value and the value. `key` names it in errors.
GgufValue read_gguf_value(ByteReader& reader, std::string_view key);

/// A short text of a value for people; long arrays are cut.
std::string to_string(const GgufValue& value);

}  // namespace tern
