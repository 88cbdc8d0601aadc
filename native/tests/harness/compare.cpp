#include "tests/harness/compare.h"

#include <cmath>

#include "core/text.h"

namespace tern::harness {

Difference difference(std::span<const double> found, std::span<const double> reference) {
  double error = 0.0;
  double size = 0.0;
  for (std::size_t i = 0; i < reference.size(); ++i) {
    const bool both_nan = std::isnan(found[i]) && std::isnan(reference[i]);
    if (both_nan || found[i] == reference[i]) {
      if (std::isfinite(reference[i])) size += reference[i] * reference[i];
      continue;
    }
    if (!std::isfinite(found[i]) || !std::isfinite(reference[i])) {
      return {INFINITY, concat("element ", i, " is ", found[i], ", expected ", reference[i])};
    }
    error += (found[i] - reference[i]) * (found[i] - reference[i]);
    size += reference[i] * reference[i];
  }
  return {size > 0.0 ? error / size : error, ""};
}

}  // namespace tern::harness
