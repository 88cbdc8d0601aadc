// A file on disk becomes the records of the processes that it traces.
#pragma once

#include <string>

#include "cache.hpp"
#include "unit.hpp"

namespace buildprof {

// Never throws for what a file holds: what is wrong with it is said in the result.
// `json` files that cannot be read are named; other files that hold no trace are no concern.
TraceFile read_trace(const std::string& path, const Cache& cache, Interner& strings);

// The same for bytes that are at hand.
void read_trace(std::string_view text, TraceFile& file, Interner& strings);

}  // namespace buildprof
