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

/// What turns each pair: a kind of position, and a step down in frequency.
struct Turns {
  RopeParams params;
  std::vector<int> kind;
  std::vector<int> step;
};

void compare_sections(const Turns& turns) {
  const auto x = random_floats(12 * 2 * 2, 3);
  const std::vector<std::int32_t> places{3, 7, 20, 50, 6, 1, 9, 30};  // four kinds, two tokens
  GraphRunner runner(2);
  const auto y = runner.compute(rope(runner.graph(), runner.floats({12, 2, 2, 1}, x),
                                     runner.integers(places), nullptr, turns.params));
  auto expected = x;
  for (std::size_t row = 0; row < 4; ++row) {
    for (std::size_t pair = 0; pair < 6; ++pair) {
      const double position = places[static_cast<std::size_t>(turns.kind[pair]) * 2 + row / 2];
      const double angle = position * std::pow(100.0, -2.0 * turns.step[pair] / turns.params.dims);
      const std::size_t first = row * 12 + pair;
      const auto turned = std::complex<double>(x[first], x[first + 6]) * std::polar(1.0, angle);
      expected[first] = static_cast<float>(turned.real());
      expected[first + 6] = static_cast<float>(turned.imag());
    }
  }
  CHECK_ALL_NEAR(y, expected, 1e-5);
}

void turns_sections_by_their_positions() {
  const auto params = [](RopeMode mode, std::int32_t dims, std::array<std::int32_t, 4> sections) {
    return RopeParams{.mode = mode, .dims = dims, .base = 100.0f, .sections = sections};
  };
  const std::vector<int> steps{0, 1, 2, 3, 4, 5};
  compare_sections({params(RopeMode::mrope, 12, {2, 1, 3, 0}), {0, 0, 1, 2, 2, 2}, steps});
  compare_sections({params(RopeMode::mrope, 12, {1, 1, 1, 1}), {0, 1, 2, 3, 0, 1}, steps});
  compare_sections(
      {params(RopeMode::interleaved_mrope, 12, {2, 2, 2, 0}), {0, 1, 2, 0, 1, 2}, steps});
  compare_sections(
      {params(RopeMode::interleaved_mrope, 12, {3, 1, 1, 1}), {0, 1, 2, 0, 3, 3}, steps});
  compare_sections(
      {params(RopeMode::vision, 6, {3, 3, 0, 0}), {0, 0, 0, 1, 1, 1}, {0, 1, 2, 0, 1, 2}});
}

void turns_from_an_offset_on() {
  const auto x = random_floats(head * 3, 4);
  const RopeParams inner{.mode = RopeMode::neox, .dims = 8};
  RopeParams p = inner;
  p.offset = 6;
  std::vector<float> part;
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t i = 6; i < 14; ++i) part.push_back(x[row * head + i]);
  }
  GraphRunner all;
  const auto y = all.compute(
      rope(all.graph(), all.floats({head, 1, 3, 1}, x), all.integers(positions), nullptr, p));
  GraphRunner alone;
  const auto turned = alone.compute(rope(alone.graph(), alone.floats({8, 1, 3, 1}, part),
                                         alone.integers(positions), nullptr, inner));
  auto expected = x;
  for (std::size_t i = 0; i < turned.size(); ++i) expected[i / 8 * head + 6 + i % 8] = turned[i];
  CHECK_ALL_NEAR(y, expected, 1e-6);
}

/// A rotation is undone by its gradient.
void turns_back() {
  const auto x = random_floats(head * heads * 3, 5);
  for (const RopeMode mode : {RopeMode::normal, RopeMode::neox}) {
    const RopeParams p{.mode = mode, .dims = 8, .offset = 2};
    GraphRunner runner(2);
    Graph& g = runner.graph();
    Tensor* places = runner.integers(positions);
    Tensor* turned = rope(g, runner.floats({head, heads, 3, 1}, x), places, nullptr, p);
    CHECK_ALL_NEAR(runner.compute(rope_back(g, turned, places, nullptr, p)), x, 1e-5);
  }
}

void refuses_bad_sections() {
  Graph g;
  Tensor* x = g.input(Type::f32, {8, 2, 3, 1}, "x");
  Tensor* places = g.input(Type::i32, {12, 1, 1, 1}, "places");
  Tensor* few = g.input(Type::i32, {3, 1, 1, 1}, "few");
  const RopeParams p{.mode = RopeMode::mrope, .dims = 8, .sections = {2, 1, 1, 0}};
  CHECK_THROWS(GraphError, "[rope] expected four positions for each of 3 tokens, got few: I32 [3]",
               rope(g, x, few, nullptr, p));
  CHECK_THROWS(GraphError, "[rope] expected sections of at least one pair together, got 0",
               rope(g, x, places, nullptr, {.mode = RopeMode::mrope, .dims = 8}));
  CHECK_THROWS(
      GraphError, "[rope] expected half of 8 dims for vision, got 8",
      rope(g, x, places, nullptr, {.mode = RopeMode::vision, .dims = 8, .sections = {1, 1, 0, 0}}));
  CHECK_THROWS(GraphError, "[rope_back] expected an offset from 0 to 2, got 3",
               rope_back(g, x, few, nullptr, {.dims = 6, .offset = 3}));
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
  tests.add("ops_rope", "turns sections by their positions", turns_sections_by_their_positions);
  tests.add("ops_rope", "turns from an offset on", turns_from_an_offset_on);
  tests.add("ops_rope", "turns back", turns_back);
  tests.add("ops_rope", "refuses bad sections", refuses_bad_sections);
  tests.add("ops_rope", "refuses bad operands", refuses_bad_operands);
}

}  // namespace tern
