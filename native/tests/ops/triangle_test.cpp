#include "ops/triangle.h"

#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace ops_triangle_test {

using Values = std::vector<float>;

void keeps_one_side() {
  const auto compute = [](Triangle part) {
    GraphRunner runner(2);
    Tensor* x = runner.floats({3, 3, 1, 1}, {1, 2, 3, 4, 5, 6, 7, 8, 9});
    return runner.compute(tri(runner.graph(), x, part));
  };
  CHECK_ALL_NEAR(compute(Triangle::upper_with_diagonal), (Values{1, 2, 3, 0, 5, 6, 0, 0, 9}), 0.0);
  CHECK_ALL_NEAR(compute(Triangle::upper), (Values{0, 2, 3, 0, 0, 6, 0, 0, 0}), 0.0);
  CHECK_ALL_NEAR(compute(Triangle::lower_with_diagonal), (Values{1, 0, 0, 4, 5, 0, 7, 8, 9}), 0.0);
  CHECK_ALL_NEAR(compute(Triangle::lower), (Values{0, 0, 0, 4, 0, 0, 7, 8, 0}), 0.0);
}

void makes_diagonals() {
  GraphRunner runner(2);
  Tensor* x = runner.floats({2, 1, 2, 1}, {1, 2, 3, 4});
  CHECK_ALL_NEAR(runner.compute(diag(runner.graph(), x)), (Values{1, 0, 0, 2, 3, 0, 0, 4}), 0.0);
}

/// A times the result must give B again, in double precision.
void solves() {
  const std::size_t n = 17, k = 5, matrices = 4;
  auto a = random_floats(n * n * matrices, 1);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = i % (n + 1) == 0 ? a[i] : a[i] * 0.2f;
  for (std::size_t m = 0; m < matrices; ++m) {
    for (std::size_t i = 0; i < n; ++i) a[m * n * n + i * (n + 1)] = 1.5f;
  }
  const auto b = random_floats(k * n * matrices, 2);
  GraphRunner runner(2);
  Tensor* left = runner.floats({17, 17, 2, 2}, a);
  const auto x = runner.compute(solve_tri(runner.graph(), left, runner.floats({5, 17, 2, 2}, b)));
  Values back;
  for (std::size_t row = 0; row < matrices * n; ++row) {
    for (std::size_t c = 0; c < k; ++c) {
      double total = 0.0;
      for (std::size_t i = 0; i <= row % n; ++i)
        total += double{a[row * n + i]} * x[(row / n * n + i) * k + c];
      back.push_back(static_cast<float>(total));
    }
  }
  CHECK_ALL_NEAR(back, b, 2e-5);
}

void refuses_bad_operands() {
  Graph g;
  Tensor* x = g.input(Type::f32, {4, 3, 1, 1}, "x");
  Tensor* square = g.input(Type::f32, {4, 4, 2, 1}, "square");
  CHECK_THROWS(GraphError, "[tri] expected square matrices, got x: F32 [4, 3]",
               tri(g, x, Triangle::lower));
  CHECK_THROWS(GraphError, "[diag] expected vectors of shape", diag(g, x));
  CHECK_THROWS(GraphError, "[solve_tri] expected shape [4, 4, 2], got x: F32 [4, 3]",
               solve_tri(g, square, x));
}

}  // namespace ops_triangle_test

void test_ops_triangle(TestTable& tests) {
  using namespace ops_triangle_test;
  tests.add("ops_triangle", "keeps one side", keeps_one_side);
  tests.add("ops_triangle", "makes diagonals", makes_diagonals);
  tests.add("ops_triangle", "solves", solves);
  tests.add("ops_triangle", "refuses bad operands", refuses_bad_operands);
}

}  // namespace tern
