#include "events.hpp"

#include "event_reader.hpp"

namespace buildprof {

namespace {

constexpr std::int64_t kLongest = std::int64_t{1} << 45;  // a year: no event lasts longer

constexpr std::size_t kUsualSize = 200;  // bytes of an event

class Reader {
 public:
  Reader(std::string_view text, Document& document)
      : in_(text), out_(document), one_(in_, document) {
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

  void event() {
    EventFields fields;
    one_.read(fields);
    keep(fields);
  }

  void keep(EventFields& fields) {
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

  void metadata(const EventFields& fields) {
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
  EventReader one_;
  std::uint32_t last_ = 0;
};

}  // namespace

void read_events(std::string_view text, Document& document) { Reader(text, document).run(); }

}  // namespace buildprof
