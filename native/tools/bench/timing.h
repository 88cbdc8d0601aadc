#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tern/session.h"

namespace tern::tools {

/// What one round took; processor time is of all threads.
struct Duration {
  double seconds;
  double processor;
};

/// The times of one test.
struct Series {
  std::string name;
  std::int64_t tokens;
  std::vector<Duration> rounds;

  /// Tokens per second at a quantile of the times: 0 the fastest round, 0.5 the median.
  double rate(double quantile) const;
  /// Seconds of processor time per round, the median: says more where others use the machine.
  double processor() const;
  /// {"name": …, "tokens": …, "seconds": […], "processor": […], "median_rate": …}
  std::string json() const;
};

/// Processes a prompt of `tokens` tokens in an empty cache.
Duration process(Session& session, std::int64_t tokens);

/// Computes `tokens` tokens one after another, from an empty cache on.
Duration generate(Session& session, std::int64_t tokens);

}  // namespace tern::tools
