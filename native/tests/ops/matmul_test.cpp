#include "ops/matmul.h"

#include <algorithm>
#include <cmath>

#include "ops/layout.h"
#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace ops_matmul_test {

struct Case {
  std::int64_t k, m, n;
  std::int64_t matrices_a, matrices_b;
};

/// By definition, in double. `a` and `b` hold matrices one after the other.
std::vector<float> reference(const Case& c, const std::vector<float>& a,
                             const std::vector<float>& b) {
  std::vector<float> result;
  const std::int64_t share = c.matrices_b / c.matrices_a;
  for (std::int64_t h = 0; h < c.matrices_b; ++h) {
    for (std::int64_t column = 0; column < c.n; ++column) {
      for (std::int64_t row = 0; row < c.m; ++row) {
        double sum = 0.0;
        for (std::int64_t i = 0; i < c.k; ++i) {
          const auto in_a = static_cast<std::size_t>(((h / share) * c.m + row) * c.k + i);
          const auto in_b = static_cast<std::size_t>((h * c.n + column) * c.k + i);
          sum += static_cast<double>(a[in_a]) * static_cast<double>(b[in_b]);
        }
        result.push_back(static_cast<float>(sum));
      }
    }
  }
  return result;
}

void compare(const Case& c, Type type) {
  const auto a =
      round_trip(type, random_floats(static_cast<std::size_t>(c.k * c.m * c.matrices_a), 3));
  const auto b = random_floats(static_cast<std::size_t>(c.k * c.n * c.matrices_b), 4);
  GraphRunner runner(2);
  Tensor* tensor_a = runner.floats({c.k, c.m, c.matrices_a, 1}, a, type);
  Tensor* tensor_b = runner.floats({c.k, c.n, c.matrices_b, 1}, b);
  CHECK_ALL_NEAR(runner.compute(matmul(runner.graph(), tensor_a, tensor_b)), reference(c, a, b),
                 2e-4);
}

/// The same with bytes as they may be in a file, for types that cannot be written too.
void compare_blocks(const Case& c, Type type) {
  const auto bytes = random_blocks(type, c.k * c.m, 3);
  std::vector<float> a(static_cast<std::size_t>(c.k * c.m));
  dequantize(type, bytes, a);
  float largest = 1.0f;
  for (const float value : a) largest = std::max(largest, std::fabs(value));
  const auto b = random_floats(static_cast<std::size_t>(c.k * c.n), 4);
  GraphRunner runner(2);
  Tensor* tensor_a = runner.stored({c.k, c.m, 1, 1}, bytes, type);
  Tensor* tensor_b = runner.floats({c.k, c.n, 1, 1}, b);
  CHECK_ALL_NEAR(runner.compute(matmul(runner.graph(), tensor_a, tensor_b)), reference(c, a, b),
                 2e-4 * static_cast<double>(largest));
}

void agrees_for_every_type() {
  for (const Type type : {Type::f32, Type::f16, Type::bf16, Type::q8_0, Type::q4_0}) {
    compare({64, 37, 5, 1, 1}, type);
    compare({96, 16, 3, 2, 6}, type);
  }
  for (const Type type : float_types()) compare_blocks({512, 19, 3, 1, 1}, type);
}

void agrees_for_odd_sizes() {
  for (const std::int64_t k : {1, 2, 7, 8, 9, 33}) {
    for (const std::int64_t m : {1, 3, 4, 15, 17}) compare({k, m, 2, 1, 1}, Type::f32);
  }
}

void reads_transposed_operands() {
  for (const Type type : {Type::f32, Type::f16}) {
    GraphRunner runner;
    const auto stored = round_trip(type, random_floats(20 * 12, 5));  // [20, 12]: 12 rows of 20
    const auto b = random_floats(12 * 3, 6);
    std::vector<float> turned;
    for (std::size_t i = 0; i < 20; ++i) {
      for (std::size_t j = 0; j < 12; ++j) turned.push_back(stored[j * 20 + i]);
    }
    Tensor* a = permute(runner.graph(), runner.floats({20, 12, 1, 1}, stored, type), {1, 0, 2, 3});
    const auto result = runner.compute(matmul(runner.graph(), a, runner.floats({12, 3, 1, 1}, b)));
    CHECK_ALL_NEAR(result, reference({12, 20, 3, 1, 1}, turned, b), 1e-5);
  }
}

void refuses_what_does_not_fit() {
  Graph g;
  Tensor* a = g.input(Type::f32, {8, 4, 2, 1}, "a");
  const auto b = [&](const Shape& shape, Type type = Type::f32) {
    return g.input(type, shape, "b");
  };
  CHECK_THROWS(
      GraphError,
      "[matmul] expected a second operand that fits a: F32 [8, 4, 2], got b: F32 [7, 3, 2]",
      matmul(g, a, b({7, 3, 2, 1})));
  CHECK_THROWS(GraphError, "got b: F32 [8, 3, 3]", matmul(g, a, b({8, 3, 3, 1})));
  CHECK_THROWS(GraphError, "expected type F32, got b: F16",
               matmul(g, a, b({8, 3, 2, 1}, Type::f16)));
  CHECK_THROWS(GraphError, "expected floats as first operand",
               matmul(g, b({8, 1, 1, 1}, Type::i32), a));
  CHECK_THROWS(GraphError, "expected contiguous rows",
               matmul(g, a, permute(g, b({3, 8, 2, 1}), {1, 0, 2, 3})));
}

}  // namespace ops_matmul_test

void test_ops_matmul(TestTable& tests) {
  using namespace ops_matmul_test;
  tests.add("ops_matmul", "agrees for every type", agrees_for_every_type);
  tests.add("ops_matmul", "agrees for odd sizes", agrees_for_odd_sizes);
  tests.add("ops_matmul", "reads transposed operands", reads_transposed_operands);
  tests.add("ops_matmul", "refuses what does not fit", refuses_what_does_not_fit);
}

}  // namespace tern
