// The spans of one file as they are, for merged timelines.
#pragma once

#include <cstdint>
#include <string>

namespace buildprof {

// MessagePack: a list of processes, each a list of spans: name, detail, start, duration, thread.
// Spans shorter than `shortest` microseconds are left out.
std::string pack_timeline(const std::string& path, std::int64_t shortest);

}  // namespace buildprof
