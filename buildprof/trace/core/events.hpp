// Reads the events of a trace file.
#pragma once

#include <string_view>

#include "document.hpp"

namespace buildprof {

// Fills `document` as far as it gets; throws Malformed where the file is broken.
void read_events(std::string_view text, Document& document);

}  // namespace buildprof
