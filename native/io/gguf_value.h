#pragma once

#include <string_view>

#include "io/byte_reader.h"
#include "tern/gguf.h"

namespace tern {

/// Reads the type of a value and the value. `key` names it in errors.
GgufValue read_gguf_value(ByteReader& reader, std::string_view key);

/// A short text of a value for people; long arrays are cut.
std::string to_string(const GgufValue& value);

}  // namespace tern
