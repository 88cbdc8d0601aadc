// What a trace file holds as bytes that a later process can read.
#pragma once

#include <string>
#include <string_view>

#include "unit.hpp"

namespace buildprof {

// Everything but the path, the size and the age of the file.
std::string write_record(TraceFile& file, const Interner& strings);

// Throws Malformed where the bytes are not what write_record gave.
void read_record(std::string_view bytes, TraceFile& file, Interner& strings);

}  // namespace buildprof
