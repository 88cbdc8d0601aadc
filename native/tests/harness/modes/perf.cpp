#include <algorithm>
#include <chrono>
#include <cstdio>

#include "tests/harness/request.h"
#include "tests/harness/trial.h"

namespace tern::harness {
namespace mode_perf {

using Clock = std::chrono::steady_clock;

constexpr int least_runs = 3;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// What is read and written at least: each operand and each result once.
double bytes_moved(const Graph& graph) {
  double bytes = 0.0;
  for (const Tensor* node : graph.nodes()) {
    bytes += static_cast<double>(byte_span(*node));
    for (const Tensor* source : node->source) {
      if (source != nullptr) bytes += static_cast<double>(byte_span(*source));
    }
  }
  return bytes;
}

/// Seconds of each run. The first, which makes pages and caches warm, does not count.
std::vector<double> times(Trial& trial, Backend& backend, double seconds) {
  trial.prepare(backend);
  trial.compute(backend);
  std::vector<double> all;
  double total = 0.0;
  while (total < seconds || all.size() < least_runs) {
    trial.draw_choices(backend);
    const auto start = Clock::now();
    trial.compute(backend);
    all.push_back(seconds_since(start));
    total += all.back();
  }
  return all;
}

void report(const Instance& instance, const Graph& graph, std::vector<double> all) {
  std::sort(all.begin(), all.end());
  const double middle = all[all.size() / 2];
  std::printf("%s: %.2f us/run %.2f GB/s", instance.name().c_str(), middle * 1e6,
              bytes_moved(graph) / middle * 1e-9);
  if (instance.flops > 0.0) std::printf(" %.2f GFLOPS", instance.flops / middle * 1e-9);
  std::printf(" (%zu runs, least %.2f us)\n", all.size(), all.front() * 1e6);
  std::fflush(stdout);
}

int run(const Request& request, const CaseTable& cases) {
  const auto backend = make_backend(request.backend, thread_count(request));
  int measured = 0;
  for (const Instance* instance : chosen(cases, request)) {
    Trial trial(instance->build, seed_of(*instance, request));
    if (!trial.supported_by(*backend)) continue;
    report(*instance, trial.graph(), times(trial, *backend, request.seconds));
    ++measured;
  }
  std::printf("%d measured on %s\n", measured, request.backend.c_str());
  return measured == 0 ? failed : 0;
}

}  // namespace mode_perf

void register_mode_perf(ModeTable& table) {
  table.add("perf", "time of a run, bytes and operations per second", mode_perf::run);
}

}  // namespace tern::harness
