#include "ops/matmul_id.h"

#include <algorithm>
#include <cmath>

#include "ops/add_id.h"
#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace ops_matmul_id_test {

using Values = std::vector<float>;
using Ids = std::vector<std::int32_t>;

struct Sizes {
  std::int64_t k, m, experts, columns, slots, tokens;
};

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

/// The definition, in double precision.
Values reference(const Sizes& s, const Values& a, const Values& b, const Ids& ids) {
  Values result;
  for (std::int64_t token = 0; token < s.tokens; ++token) {
    for (std::int64_t slot = 0; slot < s.slots; ++slot) {
      const std::int64_t expert = ids[at(token * s.slots + slot)];
      const std::int64_t column = token * s.columns + slot % s.columns;
      for (std::int64_t row = 0; row < s.m; ++row) {
        double sum = 0.0;
        for (std::int64_t i = 0; i < s.k; ++i)
          sum += double{a[at((expert * s.m + row) * s.k + i)]} * b[at(column * s.k + i)];
        result.push_back(static_cast<float>(sum));
      }
    }
  }
  return result;
}

void compare(const Sizes& s, const Ids& ids, Type type, double tolerance) {
  const auto bytes = random_blocks(type, s.k * s.m * s.experts, 1);
  Values a(at(s.k * s.m * s.experts));
  dequantize(type, bytes, a);
  const auto b = random_floats(at(s.k * s.columns * s.tokens), 2);
  GraphRunner runner(3);
  Tensor* result = matmul_id(runner.graph(), runner.stored({s.k, s.m, s.experts, 1}, bytes, type),
                             runner.floats({s.k, s.columns, s.tokens, 1}, b),
                             runner.integers({s.slots, s.tokens, 1, 1}, ids));
  const auto expected = reference(s, a, b, ids);
  double largest = 1.0;
  for (const float value : expected) largest = std::max(largest, std::fabs(double{value}));
  CHECK_ALL_NEAR(runner.compute(result), expected, tolerance * largest);
}

void takes_every_type() {
  for (const Type type : float_types()) {
    if (type == Type::f32 || type == Type::f16 || type == Type::bf16) continue;
    compare({256, 5, 3, 2, 2, 3}, {2, 0, 0, 1, 1, 2}, type, 1e-5);
  }
}

/// Every expert receives these many columns but one, which gets none.
void takes_any_number_of_columns() {
  for (const int count : {1, 15, 16, 17, 33}) {
    Ids ids;
    for (int i = 0; i < count; ++i) ids.insert(ids.end(), {3, 0, 2});
    compare({32, 35, 4, 1, 3, count}, ids, Type::q8_0, 1e-5);
    compare({32, 3, 4, 3, 3, count}, ids, Type::q8_0, 1e-5);
  }
}

void gives_zeros_for_experts_that_do_not_exist() {
  GraphRunner runner(2);
  Tensor* experts = runner.floats({1, 2, 2, 1}, {1, 2, 3, 4});
  Tensor* b = runner.floats({1, 1, 1, 1}, {10});
  Tensor* ids = runner.integers({3, 1, 1, 1}, {1, -1, 2});
  CHECK_ALL_NEAR(runner.compute(matmul_id(runner.graph(), experts, b, ids)),
                 (Values{30, 40, 0, 0, 0, 0}), 0.0);
}

void adds_the_bias_of_experts() {
  GraphRunner runner(2);
  Tensor* x = runner.floats({2, 2, 2, 1}, {1, 2, 3, 4, 5, 6, 7, 8});
  Tensor* bias = runner.floats({2, 3, 1, 1}, {10, 20, 30, 40, 50, 60});
  Tensor* ids = runner.integers({2, 2, 1, 1}, {2, 0, 1, 7});
  CHECK_ALL_NEAR(runner.compute(add_id(runner.graph(), x, bias, ids)),
                 (Values{51, 62, 13, 24, 35, 46, 7, 8}), 0.0);
}

void refuses_bad_operands() {
  Graph g;
  Tensor* experts = g.input(Type::q8_0, {32, 4, 8, 1}, "experts");
  Tensor* b = g.input(Type::f32, {32, 3, 5, 1}, "b");
  Tensor* ids = g.input(Type::i32, {2, 5, 1, 1}, "ids");
  CHECK_THROWS(GraphError,
               "[matmul_id] expected a second operand that fits experts: Q8_0 [32, 4, 8] and ids: "
               "I32 [2, 5], got b: F32 [32, 3, 5]",
               matmul_id(g, experts, b, ids));
  CHECK_THROWS(GraphError, "[matmul_id] expected type I32", matmul_id(g, experts, b, b));
  CHECK_THROWS(GraphError, "[matmul_id] expected floats as first operand",
               matmul_id(g, ids, b, ids));
  CHECK_THROWS(GraphError, "[add_id] expected shape [3, 5], got ids: I32 [2, 5]",
               add_id(g, b, g.input(Type::f32, {32, 8, 1, 1}, "bias"), ids));
}

}  // namespace ops_matmul_id_test

void test_ops_matmul_id(TestTable& tests) {
  using namespace ops_matmul_id_test;
  tests.add("ops_matmul_id", "takes every type", takes_every_type);
  tests.add("ops_matmul_id", "takes any number of columns", takes_any_number_of_columns);
  tests.add("ops_matmul_id", "gives zeros for experts that do not exist",
            gives_zeros_for_experts_that_do_not_exist);
  tests.add("ops_matmul_id", "adds the bias of experts", adds_the_bias_of_experts);
  tests.add("ops_matmul_id", "refuses bad operands", refuses_bad_operands);
}

}  // namespace tern
