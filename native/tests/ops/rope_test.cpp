#include "ops/rope.h"

#include <cmath>
#include <complex>

#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace ops_rope_test {

constexpr std::int64_t head = 16;
constexpr std::int64_t heads = 3;
const std::vector<std::int32_t> positions{0, 5, 100};

/// Each pair as a complex number that is multiplied by exp(i * angle).
std::vector<float> reference(const std::vector<float>& x, const RopeParams& p,
                             const std::vector<float>& divisors) {
  std::vector<float> y = x;
  for (std::size_t row = 0; row < x.size() / head; ++row) {
    const double position = positions[row / heads];
    for (int pair = 0; pair < p.dims / 2; ++pair) {
      const bool neox = p.mode == RopeMode::neox;
      const std::size_t first = row * head + static_cast<std::size_t>(neox ? pair : 2 * pair);
      const std::size_t second = first + static_cast<std::size_t>(neox ? p.dims / 2 : 1);
      const double divisor = divisors.empty() ? 1.0 : divisors[static_cast<std::size_t>(pair)];
      const double angle = position * p.frequency_scale / divisor *
                           std::exp(-std::log(p.base) * 2.0 * pair / p.dims);
      const auto turned =
          std::complex<double>(x[first], x[second]) * std::polar(1.0 * p.magnitude, angle);
      y[first] = static_cast<float>(turned.real());
      y[second] = static_cast<float>(turned.imag());
    }
  }
  return y;
}

std::vector<float> compute(const std::vector<float>& x, const RopeParams& p,
                           const std::vector<float>& divisors) {
  GraphRunner runner(2);
  Tensor* input = runner.floats({head, heads, 3, 1}, x);
  Tensor* divide =
      divisors.empty()
          ? nullptr
          : runner.floats({static_cast<std::int64_t>(divisors.size()), 1, 1, 1}, divisors);
  return runner.compute(rope(runner.graph(), input, runner.integers(positions), divide, p));
}

void turns_pairs() {
  const auto x = random_floats(static_cast<std::size_t>(head * heads * 3), 1);
  const std::vector<float> divisors{1.0f, 1.5f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f, 8.0f};
  for (const RopeMode mode : {RopeMode::normal, RopeMode::neox}) {
    for (const std::int32_t dims : {16, 8, 2}) {
      RopeParams p{
          .mode = mode, .dims = dims, .base = 500.0f, .frequency_scale = 0.5f, .magnitude = 1.25f};
      CHECK_ALL_NEAR(compute(x, p, {}), reference(x, p, {}), 1e-5);
      CHECK_ALL_NEAR(compute(x, p, divisors), reference(x, p, divisors), 1e-5);
    }
  }
}

/// The angle by which a pair turns at position 1, read off a result.
double angle_of_pair(const RopeParams& p, int pair) {
  GraphRunner runner;
  std::vector<float> x(static_cast<std::size_t>(p.dims), 0.0f);
  x[static_cast<std::size_t>(2 * pair)] = 1.0f;
  Tensor* input = runner.floats({p.dims, 1, 1, 1}, x);
  const auto y = runner.compute(rope(runner.graph(), input, runner.integers({1}), nullptr, p));
  return std::atan2(y[static_cast<std::size_t>(2 * pair + 1)],
                    y[static_cast<std::size_t>(2 * pair)]);
}

void mixes_frequencies_as_yarn_does() {
  RopeParams p{.mode = RopeMode::normal,
               .dims = 64,
               .base = 10000.0f,
               .frequency_scale = 0.25f,
               .extrapolation = 1.0f,
               .original_context = 2048};
  // Pairs that turn more than 32 times over 2048 positions keep their frequency, those that turn
  // less than once are slowed down four times; between them lies a ramp.
  const auto plain = [](int pair) { return std::pow(10000.0, -2.0 * pair / 64.0); };
  CHECK_NEAR(angle_of_pair(p, 0), plain(0), 1e-5);
  CHECK_NEAR(angle_of_pair(p, 6), plain(6), 1e-5);
  CHECK_NEAR(angle_of_pair(p, 25), plain(25) / 4.0, 1e-8);
  CHECK(angle_of_pair(p, 14) < plain(14) * 0.95);
  CHECK(angle_of_pair(p, 14) > plain(14) * 0.30);
  // The length of a turned pair grows by 0.1 ln(4).
  GraphRunner runner;
  std::vector<float> x(64, 0.0f);
  x[0] = 1.0f;
  const auto y = runner.compute(
      rope(runner.graph(), runner.floats({64, 1, 1, 1}, x), runner.integers({9}), nullptr, p));
  CHECK_NEAR(std::hypot(y[0], y[1]), 1.0 + 0.1 * std::log(4.0), 1e-6);
}

void refuses_bad_operands() {
  Graph g;
  Tensor* x = g.input(Type::f32, {8, 2, 3, 1}, "x");
  Tensor* places = g.input(Type::i32, {3, 1, 1, 1}, "places");
  CHECK_THROWS(GraphError, "[rope] expected an even number of dims from 2 to 8, got 7",
               rope(g, x, places, nullptr, {.dims = 7}));
  CHECK_THROWS(GraphError, "from 2 to 8, got 10", rope(g, x, places, nullptr, {.dims = 10}));
  CHECK_THROWS(GraphError, "expected base > 0, got 0",
               rope(g, x, places, nullptr, {.dims = 8, .base = 0.0f}));
  Tensor* few = g.input(Type::i32, {2, 1, 1, 1}, "few");
  CHECK_THROWS(GraphError, "one position for each of 3 tokens, got few: I32 [2]",
               rope(g, x, few, nullptr, {.dims = 8}));
  Tensor* short_divisors = g.input(Type::f32, {3, 1, 1, 1}, "d");
  CHECK_THROWS(GraphError, "at least 4 frequency divisors",
               rope(g, x, places, short_divisors, {.dims = 8}));
}

}  // namespace ops_rope_test

void test_ops_rope(TestTable& tests) {
  using namespace ops_rope_test;
  tests.add("ops_rope", "turns pairs", turns_pairs);
  tests.add("ops_rope", "mixes frequencies as YaRN does", mixes_frequencies_as_yarn_does);
  tests.add("ops_rope", "refuses bad operands", refuses_bad_operands);
}

}  // namespace tern
