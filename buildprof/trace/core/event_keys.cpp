#include "event_keys.hpp"

namespace buildprof {

namespace {

using Key = EventKey;

Key key_of(std::string_view key) {
  switch (key.size()) {
    case 2:
      return key == "ts" ? Key::kTs : key == "ph" ? Key::kPh : key == "id" ? Key::kId : Key::kUnknown;
    case 3:
      return key == "pid" ? Key::kPid : key == "tid" ? Key::kTid : key == "dur" ? Key::kDur : Key::kUnknown;
    case 4:
      return key == "name" ? Key::kName : key == "args" ? Key::kArgs : Key::kUnknown;
    default:
      return Key::kUnknown;
  }
}

Key usual_key(Scanner& in, char first) {
  switch (first) {
    case 'p': return in.literal("\"pid\":") ? Key::kPid : in.literal("\"ph\":") ? Key::kPh : Key::kUnknown;
    case 't': return in.literal("\"ts\":") ? Key::kTs : in.literal("\"tid\":") ? Key::kTid : Key::kUnknown;
    case 'd': return in.literal("\"dur\":") ? Key::kDur : Key::kUnknown;
    case 'n': return in.literal("\"name\":") ? Key::kName : Key::kUnknown;
    case 'a': return in.literal("\"args\":") ? Key::kArgs : Key::kUnknown;
    default: return Key::kUnknown;
  }
}

}  // namespace

EventKey event_key(Scanner& in) {
  // Those that nearly every event has are known by their bytes.
  if (in.peek() == '"') {
    const Key known = usual_key(in, in.second());
    if (known != Key::kUnknown) {
      return known;
    }
  }
  const RawString found = in.string();
  in.expect(':', "a colon is missing");
  return key_of(found.bytes);
}

Phase phase_of(std::string_view text) {
  if (text.size() != 1) {
    return Phase::kOther;
  }
  switch (text[0]) {
    case 'X': return Phase::kComplete;
    case 'B': return Phase::kBegin;
    case 'E': return Phase::kEnd;
    case 'b': return Phase::kAsyncBegin;
    case 'e': return Phase::kAsyncEnd;
    case 'i':
    case 'I':
    case 'n': return Phase::kInstant;
    case 'M': return Phase::kMetadata;
    default: return Phase::kOther;
  }
}

}  // namespace buildprof
