#include "event_reader.hpp"

#include "event_keys.hpp"
#include "interner.hpp"

namespace buildprof {

void EventReader::read(EventFields& to) {
  in_.expect('{', "an object is expected");
  for (bool first = true; in_.more('}', first); first = false) {
    field(to);
  }
}

void EventReader::field(EventFields& to) {
  switch (event_key(in_)) {
    case EventKey::kPid: to.pid = number_of(last_pid_); break;
    case EventKey::kTid: to.tid = number_of(last_tid_); break;
    case EventKey::kPh: to.event.phase = phase_of(in_.scalar()); break;
    case EventKey::kId: to.event.id = static_cast<std::uint32_t>(hash_bytes(in_.scalar())); break;
    case EventKey::kTs: to.event.timed = time(to.event.ts, to); break;
    case EventKey::kDur: to.event.measured = time(to.event.dur, to); break;
    case EventKey::kArgs: args(to); break;
    case EventKey::kName: name(to); break;
    case EventKey::kUnknown: in_.skip(); break;
  }
}

// Nearly always the one of the event before.
std::string_view EventReader::number_of(std::string_view& last) {
  const std::size_t here = in_.offset();
  if (!last.empty() && in_.literal(last)) {
    const char next = in_.peek();
    if (next == ',' || next == '}') {
      return last;
    }
    in_.seek(here);
  }
  last = in_.scalar();
  return last;
}

bool EventReader::time(std::int64_t& value, EventFields& to) {
  const Number found = in_.number();
  value = found.value;
  to.wrong_time = to.wrong_time || !found.known;
  return found.known;
}

void EventReader::name(EventFields& to) {
  if (in_.peek() == '"') {
    to.name = in_.string();
    to.named = true;
  } else {
    in_.skip();
  }
}

void EventReader::args(EventFields& to) {
  if (in_.peek() != '{') {
    out_.wrong_args += in_.peek() == 'n' ? 0 : 1;  // null says nothing, and that is allowed
    in_.skip();
    return;
  }
  in_.expect('{', "an object is expected");
  for (bool first = true; in_.more('}', first); first = false) {
    if (in_.literal("\"detail\":")) {
      detail(to.event);
      continue;
    }
    const RawString key = in_.string();
    in_.expect(':', "a colon is missing");
    argument(key.bytes, to);
  }
}

void EventReader::argument(std::string_view key, EventFields& to) {
  if (key == "detail") {
    detail(to.event);
  } else if (key == "name" && in_.peek() == '"') {
    to.label = in_.string();
  } else if (key == "count") {
    count(to.event);
  } else {
    in_.skip();
  }
}

void EventReader::detail(Event& to) {
  RawString text;
  if (in_.peek() == '"') {
    text = in_.string();
  } else {
    ++out_.wrong_args;
    in_.skip();
  }
  to.detail = text.bytes;
  to.plain = text.plain;
}

void EventReader::count(Event& to) {
  const Number found = in_.number();
  to.counted = found.known;
  to.count = found.value;
}

}  // namespace buildprof
