#include <algorithm>
#include <cmath>
#include <cstdio>

#include "tests/harness/compare.h"
#include "tests/harness/request.h"
#include "tests/harness/trial.h"

namespace tern::harness {
namespace mode_grad {

/// Elements of x that are moved, and by how much: floats leave about three digits of a difference.
constexpr std::size_t most_elements = 48;
constexpr float step = 1.0f / 128.0f;
constexpr double limit = 1e-4;

/// Sum of gradient * y: its derivative by x is what the op under test gives.
double loss(Trial& trial, const Differentiated& parts, Backend& backend) {
  const auto memory = trial.run(backend);
  const auto y = trial.values(*parts.y, memory);
  const auto gradient = trial.values(*parts.gradient, memory);
  double total = 0.0;
  for (std::size_t i = 0; i < y.size(); ++i) total += gradient[i] * y[i];
  return total;
}

double slope(Trial& trial, const Differentiated& parts, Backend& backend, std::int64_t i,
             float value) {
  trial.set(*parts.x, i, value + step);
  const double above = loss(trial, parts, backend);
  trial.set(*parts.x, i, value - step);
  const double below = loss(trial, parts, backend);
  trial.set(*parts.x, i, value);
  return (above - below) / (2.0 * static_cast<double>(step));
}

double error(const Instance& instance, const Request& request, Backend& backend) {
  Differentiated parts{};
  Trial trial([&](Scene& scene) { return (parts = instance.differentiate(scene)).result; },
              seed_of(instance, request));
  const auto memory = trial.run(backend);
  const auto x = trial.values(*parts.x, memory);
  const auto all = trial.values(*parts.result, memory);
  std::vector<double> found;
  std::vector<double> expected;
  for (std::size_t k = 0; k < std::min(most_elements, x.size()); ++k) {
    const std::size_t i = k * x.size() / std::min(most_elements, x.size());
    found.push_back(all[i]);
    expected.push_back(
        slope(trial, parts, backend, static_cast<std::int64_t>(i), static_cast<float>(x[i])));
  }
  return difference(found, expected).nmse;
}

int run(const Request& request, const CaseTable& cases) {
  const auto backend = make_backend(request.backend, thread_count(request));
  int all = 0;
  int passed = 0;
  for (const Instance* instance : chosen(cases, request)) {
    if (!instance->differentiate || instance->large) continue;
    const double nmse = error(*instance, request, *backend);
    const bool good = nmse <= limit;
    ++all;
    if (good) ++passed;
    if (!good || request.verbose) {
      std::printf("%s: %s nmse=%.3g limit=%.3g\n", instance->name().c_str(), good ? "OK" : "FAIL",
                  nmse, limit);
    }
  }
  std::printf("%d of %d passed on %s\n", passed, all, request.backend.c_str());
  return all == 0 || passed != all ? failed : 0;
}

}  // namespace mode_grad

void register_mode_grad(ModeTable& table) {
  table.add("grad", "gradients against differences of what they are the gradient of",
            mode_grad::run);
}

}  // namespace tern::harness
