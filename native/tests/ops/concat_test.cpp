#include "ops/concat.h"

#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace ops_concat_test {

using Values = std::vector<float>;

void joins(int dim, const Shape& shape_b, const Values& b, const Values& expected) {
  GraphRunner runner(2);
  Tensor* first = runner.floats({2, 2, 1, 1}, {1, 2, 3, 4});
  Tensor* second = runner.floats(shape_b, b);
  CHECK_ALL_NEAR(runner.compute(concat_tensors(runner.graph(), first, second, dim)), expected, 0.0);
}

void joins_along_each_dimension() {
  joins(0, {1, 2, 1, 1}, {8, 9}, {1, 2, 8, 3, 4, 9});
  joins(1, {2, 1, 1, 1}, {8, 9}, {1, 2, 3, 4, 8, 9});
  joins(2, {2, 2, 1, 1}, {6, 7, 8, 9}, {1, 2, 3, 4, 6, 7, 8, 9});
  joins(3, {2, 2, 1, 1}, {6, 7, 8, 9}, {1, 2, 3, 4, 6, 7, 8, 9});
}

void joins_with_nothing() {
  joins(1, {2, 0, 1, 1}, {}, {1, 2, 3, 4});
  joins(0, {0, 2, 1, 1}, {}, {1, 2, 3, 4});
}

void refuses_bad_operands() {
  Graph g;
  Tensor* a = g.input(Type::f32, {4, 2, 1, 1}, "a");
  Tensor* b = g.input(Type::f32, {3, 5, 1, 1}, "b");
  CHECK_THROWS(GraphError, "[concat] expected shape [3, 2], got b: F32 [3, 5]",
               concat_tensors(g, a, b, 0));
  CHECK_THROWS(GraphError, "[concat] expected dim 0 to 3, got 4", concat_tensors(g, a, a, 4));
  CHECK_THROWS(GraphError, "[concat] expected type F32",
               concat_tensors(g, a, g.input(Type::f16, {4, 2, 1, 1}, "c"), 0));
}

}  // namespace ops_concat_test

void test_ops_concat(TestTable& tests) {
  using namespace ops_concat_test;
  tests.add("ops_concat", "joins along each dimension", joins_along_each_dimension);
  tests.add("ops_concat", "joins with nothing", joins_with_nothing);
  tests.add("ops_concat", "refuses bad operands", refuses_bad_operands);
}

}  // namespace tern
