#pragma once

#include <optional>
#include <string_view>

#include "tern/gguf.h"

namespace tern::tools {

/// The value of a key (without its prefix) in dummy models of an architecture; empty: the key is
/// not there.
std::optional<GgufValue> dummy_value(std::string_view architecture, std::string_view key,
                                     bool experts);

}  // namespace tern::tools
