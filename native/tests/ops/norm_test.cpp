#include "ops/norm.h"

#include <cmath>

#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace ops_norm_test {

std::vector<float> reference(const std::vector<float>& x, std::size_t n, double epsilon,
                             bool centered) {
  std::vector<float> result;
  for (std::size_t start = 0; start < x.size(); start += n) {
    double mean = 0.0;
    double squares = 0.0;
    for (std::size_t i = start; centered && i < start + n; ++i) mean += x[i];
    mean /= static_cast<double>(n);
    for (std::size_t i = start; i < start + n; ++i) squares += (x[i] - mean) * (x[i] - mean);
    const double deviation = std::sqrt(squares / static_cast<double>(n) + epsilon);
    for (std::size_t i = start; i < start + n; ++i)
      result.push_back(static_cast<float>((x[i] - mean) / deviation));
  }
  return result;
}

void agrees_with_the_definition() {
  for (const std::size_t n : {1u, 7u, 64u, 100u}) {
    auto x = random_floats(n * 3, 1);
    for (float& value : x) value = 2.0f * value + 3.0f;
    GraphRunner runner;
    Tensor* input = runner.floats({static_cast<std::int64_t>(n), 3, 1, 1}, x);
    Tensor* rms = rms_norm(runner.graph(), input, 0.01f);
    Tensor* layer = layer_norm(runner.graph(), input, 0.01f);
    runner.graph().mark_output(rms);
    CHECK_ALL_NEAR(runner.compute(layer), reference(x, n, 0.01, true), 1e-5);
    CHECK_ALL_NEAR(read_floats(*rms), reference(x, n, 0.01, false), 1e-5);
  }
}

void divides_by_the_length() {
  const auto x = random_floats(20 * 3, 2);
  std::vector<float> expected;
  for (std::size_t row = 0; row < 3; ++row) {
    double squares = 0.0;
    for (std::size_t i = 0; i < 20; ++i) squares += std::pow(x[row * 20 + i], 2.0);
    for (std::size_t i = 0; i < 20; ++i)
      expected.push_back(static_cast<float>(x[row * 20 + i] / std::sqrt(squares)));
  }
  GraphRunner runner(2);
  Tensor* result = l2_norm(runner.graph(), runner.floats({20, 3, 1, 1}, x), 1e-6f);
  CHECK_ALL_NEAR(runner.compute(result), expected, 1e-6);
  GraphRunner tiny;
  Tensor* short_row = tiny.floats({2, 1, 1, 1}, {3e-3f, 4e-3f});
  CHECK_ALL_NEAR(tiny.compute(l2_norm(tiny.graph(), short_row, 0.5f)),
                 (std::vector<float>{6e-3f, 8e-3f}), 1e-8);
}

/// Five channels in two groups: three and two.
void normalises_groups() {
  const std::size_t matrix = 4 * 3;
  const auto x = random_floats(matrix * 5 * 2, 3);
  std::vector<float> expected;
  for (std::size_t start = 0; start < x.size(); start += matrix * 5) {
    const std::vector<float> first(x.begin() + static_cast<std::ptrdiff_t>(start),
                                   x.begin() + static_cast<std::ptrdiff_t>(start + matrix * 3));
    const std::vector<float> second(x.begin() + static_cast<std::ptrdiff_t>(start + matrix * 3),
                                    x.begin() + static_cast<std::ptrdiff_t>(start + matrix * 5));
    for (const auto& group : {first, second}) {
      const auto part = reference(group, group.size(), 0.01, true);
      expected.insert(expected.end(), part.begin(), part.end());
    }
  }
  GraphRunner runner(2);
  Tensor* result = group_norm(runner.graph(), runner.floats({4, 3, 5, 2}, x), 2, 0.01f);
  CHECK_ALL_NEAR(runner.compute(result), expected, 1e-5);
}

void refuses_bad_operands() {
  Graph g;
  Tensor* x = g.input(Type::f32, {4, 1, 1, 1}, "x");
  CHECK_THROWS(GraphError, "[rms_norm] expected epsilon >= 0, got -1", rms_norm(g, x, -1.0f));
  CHECK_THROWS(GraphError, "[norm] expected epsilon >= 0, got nan",
               layer_norm(g, x, std::nanf("")));
  CHECK_THROWS(GraphError, "[group_norm] expected at least one group, got 0",
               group_norm(g, x, 0, 0.0f));
  CHECK_THROWS(GraphError, "expected type F32",
               rms_norm(g, g.input(Type::f16, {4, 1, 1, 1}, "x"), 1e-5f));
}

}  // namespace ops_norm_test

void test_ops_norm(TestTable& tests) {
  tests.add("ops_norm", "agrees with the definition", ops_norm_test::agrees_with_the_definition);
  tests.add("ops_norm", "divides by the length", ops_norm_test::divides_by_the_length);
  tests.add("ops_norm", "normalises groups", ops_norm_test::normalises_groups);
  tests.add("ops_norm", "refuses bad operands", ops_norm_test::refuses_bad_operands);
}

}  // namespace tern
