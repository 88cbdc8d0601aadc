#include "runtime/devices/spread.h"

#include <cmath>
#include <numeric>

namespace tern {

Cut cut_evenly(int dim, std::int64_t units, std::int64_t unit, const std::vector<double>& shares) {
  const double all = std::accumulate(shares.begin(), shares.end(), 0.0);
  Cut cut{dim, {0}};
  double sum = 0.0;
  for (const double share : shares) {
    sum += share;
    cut.at.push_back(std::llround(sum / all * static_cast<double>(units)) * unit);
  }
  return cut;
}

}  // namespace tern
