#include "ops/hadamard.h"

#include <bit>
#include <cmath>

#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace ops_hadamard_test {

/// Element (i, j) of the matrix is -1 to the number of bits that i and j share.
std::vector<float> reference(const std::vector<float>& x, std::size_t n) {
  std::vector<float> result;
  for (std::size_t row = 0; row < x.size(); row += n) {
    for (std::size_t i = 0; i < n; ++i) {
      double sum = 0.0;
      for (std::size_t j = 0; j < n; ++j)
        sum += std::popcount(i & j) % 2 == 0 ? x[row + j] : -x[row + j];
      result.push_back(static_cast<float>(sum / std::sqrt(static_cast<double>(n))));
    }
  }
  return result;
}

void agrees_with_the_matrix() {
  for (const std::size_t n : {1, 2, 4, 64, 128, 512}) {
    const auto x = random_floats(n * 6, 1);
    GraphRunner runner(2);
    Tensor* input = runner.floats({static_cast<std::int64_t>(n), 3, 2, 1}, x);
    CHECK_ALL_NEAR(runner.compute(hadamard(runner.graph(), input)), reference(x, n), 2e-6);
  }
}

void refuses_other_sizes() {
  Graph g;
  CHECK_THROWS(GraphError,
               "[hadamard] expected rows of a power of two of elements, got x: F32 [12, 2]",
               hadamard(g, g.input(Type::f32, {12, 2, 1, 1}, "x")));
  CHECK_THROWS(GraphError, "expected type F32, got x: F16",
               hadamard(g, g.input(Type::f16, {8, 2, 1, 1}, "x")));
}

}  // namespace ops_hadamard_test

void test_ops_hadamard(TestTable& tests) {
  using namespace ops_hadamard_test;
  tests.add("ops_hadamard", "agrees with the matrix", agrees_with_the_matrix);
  tests.add("ops_hadamard", "refuses other sizes", refuses_other_sizes);
}

}  // namespace tern
