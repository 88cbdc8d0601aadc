// Strings of a trace as valid UTF-8.
#pragma once

#include <string>
#include <string_view>

#include "scanner.hpp"

namespace buildprof {

// Resolves escapes; bytes that are no UTF-8 and lone surrogates become U+FFFD and set `replaced`.
std::string decode(const RawString& raw, bool& replaced);

}  // namespace buildprof
