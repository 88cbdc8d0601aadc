#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "tern/gguf.h"

namespace tern::tools {

/// The value of a key (without its prefix) in dummy models of an architecture; empty: the key is
/// not there.
std::optional<GgufValue> dummy_value(std::string_view architecture, std::string_view key,
                                     bool experts);

/// Keys that other programs want in a file although our loader does not ask for them.
std::vector<std::string_view> keys_of_others(std::string_view architecture);

/// Whether there are such models at all; loaders may take what nobody makes.
bool has_models(std::string_view architecture, bool experts);

}  // namespace tern::tools
