#include "events.hpp"

#include "interner.hpp"
#include "text.hpp"

namespace buildprof {

namespace {

constexpr std::int64_t kLongest = std::int64_t{1} << 45;  // a year: no event lasts longer

constexpr std::size_t kUsualSize = 200;  // bytes of an event

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

enum class Key : std::uint8_t { kPid, kTid, kTs, kPh, kDur, kName, kArgs, kId, kUnknown };

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

class Reader {
 public:
  Reader(std::string_view text, Document& document) : in_(text), out_(document) {
    out_.events.reserve(text.size() / kUsualSize);
  }

  void run() {
    in_.expect('{', "an object is expected");
    for (bool first = true; in_.more('}', first); first = false) {
      const RawString key = in_.string();
      in_.expect(':', "a colon is missing");
      member(key.bytes);
    }
    out_.more = !in_.finished();
  }

 private:
  void member(std::string_view key) {
    if (key == "traceEvents") {
      out_.lists_events = true;
      events();
    } else if (key == "beginningOfTime") {
      out_.began = in_.number();
    } else {
      out_.foreign_keys = out_.foreign_keys || (key != "displayTimeUnit" && key != "otherData" &&
                                                key != "metadata" && key != "systemTraceEvents");
      in_.skip();
    }
  }

  void events() {
    if (in_.peek() != '[') {
      out_.wrong_events = in_.peek() != 0;
      in_.skip();
      return;
    }
    in_.expect('[', "a list is expected");
    for (bool first = true; in_.more(']', first); first = false) {
      if (in_.peek() == '{') {
        event();
      } else {
        ++out_.strange;
        in_.skip();
      }
    }
  }

  // The fields of one event, before they are known to make one.
  struct Fields {
    Event event;
    RawString name;
    RawString label;  // args.name, which names a process
    std::string_view pid;
    std::string_view tid;
    bool named = false;
    bool wrong_time = false;
  };

  void event() {
    Fields fields;
    in_.expect('{', "an object is expected");
    for (bool first = true; in_.more('}', first); first = false) {
      field(key(), fields);
    }
    keep(fields);
  }

  // A key with its colon. Those that nearly every event has are known by their bytes.
  Key key() {
    if (in_.peek() == '"') {
      const Key known = usual_key(in_.second());
      if (known != Key::kUnknown) {
        return known;
      }
    }
    const RawString found = in_.string();
    in_.expect(':', "a colon is missing");
    return key_of(found.bytes);
  }

  Key usual_key(char first) {
    switch (first) {
      case 'p': return in_.literal("\"pid\":") ? Key::kPid : in_.literal("\"ph\":") ? Key::kPh : Key::kUnknown;
      case 't': return in_.literal("\"ts\":") ? Key::kTs : in_.literal("\"tid\":") ? Key::kTid : Key::kUnknown;
      case 'd': return in_.literal("\"dur\":") ? Key::kDur : Key::kUnknown;
      case 'n': return in_.literal("\"name\":") ? Key::kName : Key::kUnknown;
      case 'a': return in_.literal("\"args\":") ? Key::kArgs : Key::kUnknown;
      default: return Key::kUnknown;
    }
  }

  // Nearly always the one of the event before.
  std::string_view number_of(std::string_view& last) {
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

  void field(Key key, Fields& to) {
    switch (key) {
      case Key::kPid: to.pid = number_of(last_pid_); break;
      case Key::kTid: to.tid = number_of(last_tid_); break;
      case Key::kPh: to.event.phase = phase_of(in_.scalar()); break;
      case Key::kId: to.event.id = static_cast<std::uint32_t>(hash_bytes(in_.scalar())); break;
      case Key::kTs: to.event.timed = time(to.event.ts, to); break;
      case Key::kDur: to.event.measured = time(to.event.dur, to); break;
      case Key::kArgs: args(to); break;
      case Key::kName: name(to); break;
      case Key::kUnknown: in_.skip(); break;
    }
  }

  bool time(std::int64_t& value, Fields& to) {
    const Number found = in_.number();
    value = found.value;
    to.wrong_time = to.wrong_time || !found.known;
    return found.known;
  }

  void name(Fields& to) {
    if (in_.peek() == '"') {
      to.name = in_.string();
      to.named = true;
    } else {
      in_.skip();
    }
  }

  void args(Fields& to) {
    if (in_.peek() != '{') {
      out_.wrong_args += in_.peek() == 'n' ? 0 : 1;  // null says nothing, and that is allowed
      in_.skip();
      return;
    }
    in_.expect('{', "an object is expected");
    for (bool first = true; in_.more('}', first); first = false) {
      if (in_.literal("\"detail\":")) {
        argument("detail", to);
        continue;
      }
      const RawString key = in_.string();
      in_.expect(':', "a colon is missing");
      argument(key.bytes, to);
    }
  }

  void argument(std::string_view key, Fields& to) {
    if (key == "detail") {
      RawString detail;
      text(detail);
      to.event.detail = detail.bytes;
      to.event.plain = detail.plain;
    } else if (key == "name" && in_.peek() == '"') {
      to.label = in_.string();
    } else if (key == "count") {
      const Number found = in_.number();
      to.event.counted = found.known;
      to.event.count = found.value;
    } else {
      in_.skip();
    }
  }

  void text(RawString& to) {
    if (in_.peek() == '"') {
      to = in_.string();
    } else {
      ++out_.wrong_args;
      in_.skip();
    }
  }

  void keep(Fields& fields) {
    Event& event = fields.event;
    const bool ends = event.phase == Phase::kEnd || event.phase == Phase::kAsyncEnd;
    if (event.phase == Phase::kOther || (!fields.named && !ends)) {
      ++out_.skipped;
      return;
    }
    if (event.measured && (event.dur < 0 || event.dur > kLongest)) {
      event.measured = false;
      fields.wrong_time = true;
    }
    out_.wrong_times += fields.wrong_time ? 1 : 0;
    event.thread = thread(fields.pid, fields.tid);
    event.name = out_.name_index(fields.name);
    if (event.phase == Phase::kMetadata) {
      metadata(fields);
    } else if (event.phase != Phase::kInstant) {
      out_.events.push_back(event);
    }
  }

  void metadata(const Fields& fields) {
    if (fields.name.bytes == "process_name") {
      out_.process_names.emplace_back(fields.event.thread, fields.label.bytes);
    }
  }

  std::uint32_t thread(std::string_view pid, std::string_view tid) {
    const Thread wanted{pid, tid};
    if (last_ >= out_.threads.size() || out_.threads[last_] != wanted) {
      last_ = out_.thread_index(wanted);
    }
    return last_;
  }

  Scanner in_;
  Document& out_;
  std::uint32_t last_ = 0;
  std::string_view last_pid_;
  std::string_view last_tid_;
};

}  // namespace

std::uint32_t Document::name_index(const RawString& raw) {
  const auto found = index_.find(raw.bytes);
  if (found != index_.end()) {
    return found->second;
  }
  std::string_view name = raw.bytes;
  if (!raw.plain) {
    name = decoded.emplace_back(decode(raw, replaced));
  }
  const auto index = static_cast<std::uint32_t>(names.size());
  names.push_back(name);
  index_.emplace(raw.bytes, index);
  return index;
}

std::size_t Document::ThreadHash::operator()(const Thread& one) const {
  return hash_bytes(one.tid) * 31 + hash_bytes(one.pid);
}

std::uint32_t Document::thread_index(const Thread& thread) {
  const auto [found, added] =
      thread_index_.emplace(thread, static_cast<std::uint32_t>(threads.size()));
  if (added) {
    threads.push_back(thread);
  }
  return found->second;
}

void read_events(std::string_view text, Document& document) { Reader(text, document).run(); }

}  // namespace buildprof
