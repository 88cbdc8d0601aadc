#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tern/session.h"

namespace tern::tools {

/// The times of one test.
struct Series {
  std::string name;
  std::int64_t tokens;
  std::vector<double> seconds;

  /// Tokens per second at a quantile of the times: 0 the fastest round, 0.5 the median.
  double rate(double quantile) const;
  /// {"name": …, "tokens": …, "seconds": […], "median_rate": …}
  std::string json() const;
};

/// Seconds to process a prompt of `tokens` tokens in an empty cache.
double process(Session& session, std::int64_t tokens);

/// Seconds to compute `tokens` tokens one after another, from an empty cache on.
double generate(Session& session, std::int64_t tokens);

}  // namespace tern::tools
