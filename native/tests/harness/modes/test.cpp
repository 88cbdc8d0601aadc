#include <cstdio>
#include <exception>
#include <optional>

#include "tests/harness/compare.h"
#include "tests/harness/request.h"
#include "tests/harness/sample.h"
#include "tests/harness/subgroups.h"
#include "tests/harness/trial.h"

namespace tern::harness {
namespace mode_test {

/// The device and what it is held against: the CPU with one thread. The CPU itself may use as many
/// threads as it likes, but that must not change a bit.
struct Pair {
  std::unique_ptr<Backend> device;
  std::unique_ptr<Backend> reference;
  bool exact;
};

struct Counts {
  int passed = 0;
  int failed = 0;
  int unsupported = 0;
};

Difference worst(const Trial& trial, const std::vector<std::byte>& found,
                 const std::vector<std::byte>& expected) {
  Difference most;
  for (const Tensor* result : trial.results()) {
    const Difference one =
        difference(trial.values(*result, found), trial.values(*result, expected));
    if (one.nmse > most.nmse || !one.problem.empty()) most = one;
  }
  return most;
}

Difference measure(Trial& trial, const Pair& pair) {
  const auto expected = trial.run(*pair.reference);
  const auto found = trial.run(*pair.device);
  const std::string damage = trial.damage(found);
  if (!damage.empty()) return {0.0, damage};
  return worst(trial, found, expected);
}

void report(const Instance& instance, const Difference& found, double limit, bool passed) {
  std::printf("%s: %s nmse=%.3g limit=%.3g%s%s\n", instance.name().c_str(), passed ? "OK" : "FAIL",
              found.nmse, limit, found.problem.empty() ? "" : " ", found.problem.c_str());
}

/// Nothing if the device does not support it.
std::optional<Difference> attempt(const Instance& instance, std::uint64_t seed, const Pair& pair) {
  try {
    Trial trial(instance.build, seed);
    if (!trial.supported_by(*pair.device)) return std::nullopt;
    return measure(trial, pair);
  } catch (const std::exception& error) {
    return Difference{0.0, error.what()};
  }
}

void test(const Instance& instance, const Request& request, const Pair& pair, Counts& counts) {
  const auto attempted = attempt(instance, seed_of(instance, request), pair);
  if (!attempted) {
    ++counts.unsupported;
    if (request.verbose) std::printf("%s: not supported\n", instance.name().c_str());
    return;
  }
  const Difference& found = *attempted;
  const double limit = pair.exact ? 0.0 : instance.limit;
  // Written so that NaN fails.
  const bool passed = found.problem.empty() && found.nmse <= limit;
  ++(passed ? counts.passed : counts.failed);
  if (!passed || request.verbose) report(instance, found, limit, passed);
}

int run(const Request& request, const CaseTable& cases) {
  const bool is_cpu = request.backend == "cpu";
  const Pair pair{make_backend(request.backend, thread_count(request)), make_backend("cpu", 1),
                  is_cpu};
  // What is fused must give what is not.
  if (!is_cpu) pair.reference->fusion().set_enabled(false);
  Counts counts;
  for (const Instance* instance : sample(chosen(cases, request), request.sample)) {
    if (!request.subgroups || uses_subgroups(*instance, *pair.device))
      test(*instance, request, pair, counts);
  }
  const int all = counts.passed + counts.failed;
  std::printf("%d of %d passed on %s; %d not supported\n", counts.passed, all,
              request.backend.c_str(), counts.unsupported);
  return all == 0 || counts.failed != 0 ? failed : 0;
}

}  // namespace mode_test

void register_mode_test(ModeTable& table) {
  table.add("test", "the device against the CPU; the CPU against itself with one thread",
            mode_test::run);
}

}  // namespace tern::harness
