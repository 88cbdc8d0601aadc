// One trace file as the list of its events, in the order of the file.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "scanner.hpp"

namespace buildprof {

enum class Phase : std::uint8_t {
  kOther, kComplete, kBegin, kEnd, kAsyncBegin, kAsyncEnd, kInstant, kMetadata
};

struct Event {
  std::int64_t ts = 0;
  std::int64_t dur = 0;
  std::string_view detail;
  std::uint32_t name = 0;    // index into Document::names
  std::uint32_t thread = 0;  // index into Document::threads
  std::uint32_t id = 0;      // tells async events apart
  std::int64_t count = 0;    // args.count
  Phase phase = Phase::kOther;
  bool timed = false;     // has a ts
  bool measured = false;  // has a dur
  bool counted = false;   // has args.count
  bool plain = true;      // detail needs no decoding
};

// A thread of a process; both as written, because writers use numbers of any width and strings.
struct Thread {
  std::string_view pid;
  std::string_view tid;
  bool operator==(const Thread&) const = default;
};

struct Document {
  std::vector<Event> events;
  std::vector<std::string_view> names;
  std::vector<Thread> threads;
  std::vector<std::pair<std::uint32_t, std::string_view>> process_names;  // thread, name
  Number began;
  bool lists_events = false;   // has the key traceEvents
  bool foreign_keys = false;   // has a key that no trace has
  bool wrong_events = false;   // traceEvents is no list
  bool more = false;           // something follows the trace
  bool replaced = false;       // bytes were no UTF-8
  std::size_t strange = 0;     // elements that are no objects
  std::size_t skipped = 0;     // objects without phase or name
  std::size_t wrong_args = 0;  // args or details of a wrong type
  std::size_t wrong_times = 0;  // ts or dur that cannot be a time
  std::deque<std::string> decoded;

  std::uint32_t name_index(const RawString& raw);
  std::uint32_t thread_index(const Thread& thread);

 private:
  struct ThreadHash {
    std::size_t operator()(const Thread& one) const;
  };

  std::unordered_map<std::string_view, std::uint32_t> index_;
  std::unordered_map<Thread, std::uint32_t, ThreadHash> thread_index_;
};

}  // namespace buildprof
