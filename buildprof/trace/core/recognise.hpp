// The processes of a file that a known compiler or linker wrote.
#pragma once

#include <vector>

#include "producer.hpp"

namespace buildprof {

struct Recognised {
  Process process;
  const Producer* producer;
};

// One for every process that is known by its events. Where only one is, or none by itself, all events
// of the file are taken for its: process numbers are not always right.
std::vector<Recognised> recognise(const Document& document);

}  // namespace buildprof
