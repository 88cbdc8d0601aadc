#include "ops/reduce.h"

#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace ops_reduce_test {

void adds_up() {
  for (const std::size_t n : {1u, 7u, 100u}) {
    const auto x = random_floats(n * 6, 1);
    std::vector<float> sums;
    std::vector<float> means;
    double all = 0.0;
    for (std::size_t row = 0; row < 6; ++row) {
      double total = 0.0;
      for (std::size_t i = 0; i < n; ++i) total += x[row * n + i];
      sums.push_back(static_cast<float>(total));
      means.push_back(static_cast<float>(total / static_cast<double>(n)));
      all += total;
    }
    GraphRunner runner(2);
    Graph& g = runner.graph();
    Tensor* input = runner.floats({static_cast<std::int64_t>(n), 2, 3, 1}, x);
    Tensor* by_row = sum_rows(g, input);
    Tensor* of_row = mean(g, input);
    for (Tensor* result : {by_row, of_row}) g.mark_output(result);
    CHECK_NEAR(runner.compute(sum_all(g, input))[0], all, 1e-4);
    CHECK_ALL_NEAR(read_floats(*by_row), sums, 1e-4);
    CHECK_ALL_NEAR(read_floats(*of_row), means, 1e-5);
    CHECK(by_row->shape == (Shape{1, 2, 3, 1}));
  }
}

void adds_nothing_up() {
  GraphRunner runner;
  Tensor* nothing = runner.floats({0, 2, 1, 1}, {});
  CHECK_ALL_NEAR(runner.compute(sum_rows(runner.graph(), nothing)), (std::vector<float>{0, 0}),
                 0.0);
}

void adds_up_step_by_step() {
  GraphRunner runner(2);
  Tensor* x = runner.floats({4, 2, 1, 1}, {1, 2, 3, 4, -1, 0, 0.5f, 8});
  CHECK_ALL_NEAR(runner.compute(cumsum(runner.graph(), x)),
                 (std::vector<float>{1, 3, 6, 10, -1, -1, -0.5f, 7.5f}), 0.0);
}

void counts() {
  GraphRunner runner(2);
  Tensor* a = runner.integers({3, 2, 1, 1}, {1, 2, 3, 4, 5, 6});
  Tensor* b = runner.integers({3, 2, 1, 1}, {1, 0, 3, 4, 6, 5});
  CHECK(runner.compute_integers(count_equal(runner.graph(), a, b)) == std::vector<std::int32_t>{3});
}

void refuses_bad_operands() {
  Graph g;
  Tensor* x = g.input(Type::f32, {4, 2, 1, 1}, "x");
  Tensor* i = g.input(Type::i32, {4, 1, 1, 1}, "i");
  CHECK_THROWS(GraphError, "[sum_rows] expected type F32, got i: I32 [4]", sum_rows(g, i));
  CHECK_THROWS(GraphError, "[count_equal] expected type I32, got x: F32 [4, 2]",
               count_equal(g, i, x));
}

}  // namespace ops_reduce_test

void test_ops_reduce(TestTable& tests) {
  using namespace ops_reduce_test;
  tests.add("ops_reduce", "adds up", adds_up);
  tests.add("ops_reduce", "adds nothing up", adds_nothing_up);
  tests.add("ops_reduce", "adds up step by step", adds_up_step_by_step);
  tests.add("ops_reduce", "counts", counts);
  tests.add("ops_reduce", "refuses bad operands", refuses_bad_operands);
}

}  // namespace tern
