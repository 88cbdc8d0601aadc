#include "ops/out_prod.h"

#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace ops_out_prod_test {

/// Four matrices of b share two of a.
void agrees_with_the_definition() {
  const std::size_t m = 5, n = 3, k = 7;
  const auto a = random_floats(m * k * 2, 1);
  const auto b = random_floats(n * k * 4, 2);
  std::vector<float> expected;
  for (std::size_t matrix = 0; matrix < 4; ++matrix) {
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t i = 0; i < m; ++i) {
        double total = 0.0;
        for (std::size_t s = 0; s < k; ++s)
          total += double{a[(matrix / 2 * k + s) * m + i]} * b[(matrix * k + s) * n + j];
        expected.push_back(static_cast<float>(total));
      }
    }
  }
  GraphRunner runner(2);
  Tensor* result =
      out_prod(runner.graph(), runner.floats({5, 7, 2, 1}, a), runner.floats({3, 7, 4, 1}, b));
  CHECK_ALL_NEAR(runner.compute(result), expected, 1e-5);
}

void refuses_what_does_not_fit() {
  Graph g;
  Tensor* a = g.input(Type::f32, {5, 7, 1, 1}, "a");
  Tensor* b = g.input(Type::f32, {5, 6, 1, 1}, "b");
  CHECK_THROWS(GraphError,
               "[out_prod] expected a second operand that fits a: F32 [5, 7], got b: F32 [5, 6]",
               out_prod(g, a, b));
}

}  // namespace ops_out_prod_test

void test_ops_out_prod(TestTable& tests) {
  using namespace ops_out_prod_test;
  tests.add("ops_out_prod", "agrees with the definition", agrees_with_the_definition);
  tests.add("ops_out_prod", "refuses what does not fit", refuses_what_does_not_fit);
}

}  // namespace tern
