// The events of a file as closed spans of time, one process at a time.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "document.hpp"

namespace buildprof {

struct Span {
  std::int64_t ts = 0;
  std::int64_t end = 0;
  std::string_view detail;
  std::uint32_t name = 0;
  std::uint32_t thread = 0;
  std::uint32_t order = 0;  // place in the file
  bool plain = true;

  [[nodiscard]] std::int64_t dur() const { return end - ts; }
};

// By thread and start; where two start together, the outer one comes first.
inline bool outer_first(const Span& a, const Span& b) {
  if (a.thread != b.thread) {
    return a.thread < b.thread;
  }
  if (a.ts != b.ts) {
    return a.ts < b.ts;
  }
  return a.end != b.end ? a.end > b.end : a.order > b.order;  // files list a scope when it ends
}

// A row `Total NAME`: all scopes of a name that are in no scope of that name, of any length.
struct Total {
  std::string_view name;
  std::int64_t dur = 0;
  std::int64_t count = 0;
};

// Its spans are sorted, outer_first.
struct Process {
  std::string_view pid;
  std::string_view name;
  std::vector<Span> spans;
  std::vector<Total> totals;
  std::vector<std::uint32_t> unknown;  // names of events whose duration is not known
};

// By process number, or all as one process.
std::vector<Process> build_processes(const Document& document, bool together);

}  // namespace buildprof
