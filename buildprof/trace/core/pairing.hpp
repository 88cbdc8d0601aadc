// Spans out of events that are written as a begin and an end.
#pragma once

#include <cstdint>
#include <vector>

#include "spans.hpp"

namespace buildprof {

// Begin and end marks of one kind; `ends` tells which is which.
struct Mark {
  const Event* event;
  std::uint32_t order;
  bool ends;
};

struct Pairing {
  std::vector<Span> spans;
  std::vector<std::uint32_t> unfinished;  // names
  bool sound = true;
};

// Of marks of one kind: the order of the file where it makes sense, else the order of time.
Pairing pair_up(std::vector<Mark> marks);

}  // namespace buildprof
