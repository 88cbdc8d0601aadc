// The words of an event: its keys, and the letters of its phase.
#pragma once

#include <cstdint>
#include <string_view>

#include "document.hpp"
#include "scanner.hpp"

namespace buildprof {

enum class EventKey : std::uint8_t { kPid, kTid, kTs, kPh, kDur, kName, kArgs, kId, kUnknown };

// Consumes a key with its colon.
EventKey event_key(Scanner& scanner);

Phase phase_of(std::string_view text);

}  // namespace buildprof
