#include "ops/binary.h"

#include "ops/layout.h"
#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace ops_binary_test {

using Values = std::vector<float>;

void computes_by_hand() {
  GraphRunner runner;
  Graph& g = runner.graph();
  Tensor* a = runner.floats({4, 1, 1, 1}, {1, 2, 3, 4});
  Tensor* b = runner.floats({4, 1, 1, 1}, {10, 20, 30, 40});
  Tensor* sum = add(g, a, b);
  Tensor* difference = sub(g, a, b);
  Tensor* product = mul(g, a, b);
  for (Tensor* result : {sum, difference, product}) g.mark_output(result);
  CHECK_ALL_NEAR(runner.compute(div(g, b, a)), (Values{10, 10, 10, 10}), 0.0);
  CHECK_ALL_NEAR(read_floats(*sum), (Values{11, 22, 33, 44}), 0.0);
  CHECK_ALL_NEAR(read_floats(*difference), (Values{-9, -18, -27, -36}), 0.0);
  CHECK_ALL_NEAR(read_floats(*product), (Values{10, 40, 90, 160}), 0.0);
}

/// a [4, 2, 2]: 0 … 15, plus b of another shape.
void compare(const Shape& shape, const Values& b, const Values& expected) {
  GraphRunner runner(2);
  Values a;
  for (int i = 0; i < 16; ++i) a.push_back(static_cast<float>(i));
  Tensor* left = runner.floats({4, 2, 2, 1}, a);
  CHECK_ALL_NEAR(runner.compute(add(runner.graph(), left, runner.floats(shape, b))), expected, 0.0);
}

void repeats_the_second_operand() {
  compare({1, 1, 1, 1}, {100},
          {100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115});
  compare({2, 1, 1, 1}, {0, 100},
          {0, 101, 2, 103, 4, 105, 6, 107, 8, 109, 10, 111, 12, 113, 14, 115});
  compare({1, 2, 1, 1}, {0, 100},
          {0, 1, 2, 3, 104, 105, 106, 107, 8, 9, 10, 11, 112, 113, 114, 115});
  compare({1, 1, 2, 1}, {0, 100}, {0, 1, 2, 3, 4, 5, 6, 7, 108, 109, 110, 111, 112, 113, 114, 115});
}

void reads_strided_rows() {
  GraphRunner runner;
  Tensor* all = runner.floats({2, 3, 1, 1}, {1, 2, 3, 4, 5, 6});
  Tensor* odd = view(runner.graph(), all, {2, 2, 1, 1}, {4, 16, 32, 32}, 0);
  CHECK_ALL_NEAR(runner.compute(add(runner.graph(), odd, odd)), (Values{2, 4, 10, 12}), 0.0);
}

void refuses_what_does_not_repeat() {
  Graph g;
  Tensor* a = g.input(Type::f32, {4, 3, 1, 1}, "a");
  Tensor* b = g.input(Type::f32, {4, 2, 1, 1}, "b");
  CHECK_THROWS(GraphError,
               "[mul] expected a second operand that repeats to a: F32 [4, 3], got b: F32 [4, 2]",
               mul(g, a, b));
  CHECK_THROWS(GraphError, "[add] expected type F32, got F16 [4]",
               add(g, a, g.input(Type::f16, {4, 1, 1, 1}, "")));
}

}  // namespace ops_binary_test

void test_ops_binary(TestTable& tests) {
  using namespace ops_binary_test;
  tests.add("ops_binary", "computes by hand", computes_by_hand);
  tests.add("ops_binary", "repeats the second operand", repeats_the_second_operand);
  tests.add("ops_binary", "reads strided rows", reads_strided_rows);
  tests.add("ops_binary", "refuses what does not repeat", refuses_what_does_not_repeat);
}

}  // namespace tern
