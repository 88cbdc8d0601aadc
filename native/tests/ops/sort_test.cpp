#include "ops/sort.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace ops_sort_test {

using Columns = std::vector<std::int32_t>;

/// Counts for each column how many come before it: slow, and without a comparison sort.
Columns reference_row(const float* x, std::size_t n, bool descending) {
  Columns result(n);
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t place = 0;
    for (std::size_t j = 0; j < n; ++j) {
      const bool before = descending ? x[j] > x[i] : x[j] < x[i];
      if (before || (x[j] == x[i] && j < i)) ++place;
    }
    result[place] = static_cast<std::int32_t>(i);
  }
  return result;
}

/// Whole numbers, so that many are equal.
std::vector<float> coarse_floats(std::size_t count) {
  auto values = random_floats(count, 1);
  for (float& value : values) value = std::round(value * 10.0f);
  return values;
}

void sorts() {
  for (const std::size_t n : {1u, 2u, 31u, 257u, 1000u}) {
    const auto x = coarse_floats(n * 3);
    for (const SortOrder order : {SortOrder::ascending, SortOrder::descending}) {
      GraphRunner runner(2);
      Tensor* input = runner.floats({static_cast<std::int64_t>(n), 3, 1, 1}, x);
      const auto result = runner.compute_integers(argsort(runner.graph(), input, order));
      Columns expected;
      for (std::size_t row = 0; row < 3; ++row) {
        const auto part = reference_row(&x[row * n], n, order == SortOrder::descending);
        expected.insert(expected.end(), part.begin(), part.end());
      }
      CHECK(result == expected);
    }
  }
}

void picks_the_largest() {
  const auto x = coarse_floats(60 * 2);
  for (const std::size_t count : {1u, 7u, 60u}) {
    GraphRunner runner(2);
    Tensor* result =
        top_k(runner.graph(), runner.floats({60, 1, 2, 1}, x), static_cast<std::int64_t>(count));
    Columns expected;
    for (std::size_t row = 0; row < 2; ++row) {
      const auto part = reference_row(&x[row * 60], 60, true);
      expected.insert(expected.end(), part.begin(), part.begin() + static_cast<int>(count));
    }
    CHECK(runner.compute_integers(result) == expected);
  }
}

void finds_the_largest() {
  GraphRunner runner(2);
  Tensor* x = runner.floats({3, 3, 1, 1}, {1, 5, 5, -1, -2, -3, 0, 2, 7});
  CHECK(runner.compute_integers(argmax(runner.graph(), x)) == (Columns{1, 0, 2}));
}

void orders_what_is_not_a_number() {
  const float nan = std::nanf("");
  const float infinity = std::numeric_limits<float>::infinity();
  const auto values = {nan, 1.0f, infinity, nan, -infinity};
  GraphRunner runner;
  Tensor* x = runner.floats({5, 1, 1, 1}, values);
  Tensor* largest = argmax(runner.graph(), x);
  runner.graph().mark_output(largest);
  Tensor* order = argsort(runner.graph(), x, SortOrder::ascending);
  CHECK(runner.compute_integers(order) == (Columns{0, 3, 4, 1, 2}));
  CHECK(read_integers(*largest) == Columns{2});
}

void refuses_bad_operands() {
  Graph g;
  Tensor* x = g.input(Type::f32, {4, 2, 1, 1}, "x");
  CHECK_THROWS(GraphError, "[top_k] expected a count from 0 to 4, got 5", top_k(g, x, 5));
  CHECK_THROWS(GraphError, "[argsort] expected type F32, got i: I32 [4]",
               argsort(g, g.input(Type::i32, {4, 1, 1, 1}, "i"), SortOrder::ascending));
  CHECK_THROWS(GraphError, "[argmax] expected rows with elements",
               argmax(g, g.input(Type::f32, {0, 1, 1, 1}, "x")));
}

}  // namespace ops_sort_test

void test_ops_sort(TestTable& tests) {
  using namespace ops_sort_test;
  tests.add("ops_sort", "sorts", sorts);
  tests.add("ops_sort", "picks the largest", picks_the_largest);
  tests.add("ops_sort", "finds the largest", finds_the_largest);
  tests.add("ops_sort", "orders what is not a number", orders_what_is_not_a_number);
  tests.add("ops_sort", "refuses bad operands", refuses_bad_operands);
}

}  // namespace tern
