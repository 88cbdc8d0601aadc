#include "recognise.hpp"

namespace buildprof {

namespace {

std::vector<Recognised> known_of(const Document& document, std::vector<Process> processes) {
  std::vector<Recognised> known;
  for (Process& process : processes) {
    const Producer* const producer = find_producer(Signs(document, process));
    if (producer != nullptr) {
      known.push_back({std::move(process), producer});
    }
  }
  return known;
}

}  // namespace

std::vector<Recognised> recognise(const Document& document) {
  std::vector<Process> processes = build_processes(document, false);
  const std::size_t count = processes.size();
  std::vector<Recognised> known = known_of(document, std::move(processes));
  if (known.size() > 1 || known.size() == count) {
    return known;
  }
  return known_of(document, build_processes(document, true));
}

}  // namespace buildprof
