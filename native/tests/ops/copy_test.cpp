#include "ops/copy.h"

#include <cmath>

#include "ops/layout.h"
#include "ops/scale.h"
#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace ops_copy_test {

using Values = std::vector<float>;

void makes_permuted_tensors_contiguous() {
  GraphRunner runner(2);
  Tensor* x = runner.floats({2, 3, 1, 1}, {1, 2, 3, 4, 5, 6});
  Tensor* turned = cont(runner.graph(), permute(runner.graph(), x, {1, 0, 2, 3}));
  CHECK(turned->shape == (Shape{3, 2, 1, 1}));
  CHECK(is_contiguous(*turned));
  CHECK_ALL_NEAR(runner.compute(turned), (Values{1, 3, 5, 2, 4, 6}), 0.0);
}

void permutes_higher_dimensions() {
  GraphRunner runner;
  Values x;
  for (int i = 0; i < 24; ++i) x.push_back(static_cast<float>(i));
  Tensor* turned = permute(runner.graph(), runner.floats({2, 3, 4, 1}, x), {0, 2, 1, 3});
  CHECK(turned->shape == (Shape{2, 4, 3, 1}));
  Values expected;
  for (int j = 0; j < 3; ++j) {
    for (int k = 0; k < 4; ++k) {
      for (int i = 0; i < 2; ++i) expected.push_back(static_cast<float>(i + 2 * j + 6 * k));
    }
  }
  CHECK_ALL_NEAR(runner.compute(cont(runner.graph(), turned)), expected, 0.0);
}

void converts_types() {
  const auto x = random_floats(512, 1);
  for (const Type from : {Type::f32, Type::f16, Type::bf16, Type::q8_0, Type::q4_k}) {
    for (const Type to : float_types()) {
      if (traits(to).from_float == nullptr) continue;
      GraphRunner runner;
      Tensor* result = cont(runner.graph(), runner.floats({256, 2, 1, 1}, x, from), to);
      const Values expected = from == to ? round_trip(to, x) : round_trip(to, round_trip(from, x));
      CHECK_ALL_NEAR(runner.compute(result), expected, 0.0);
    }
  }
}

void converts_strided_elements() {
  GraphRunner runner;
  Tensor* x = runner.floats({2, 2, 1, 1}, {1, 2, 3, 4});
  Tensor* turned = cont(runner.graph(), permute(runner.graph(), x, {1, 0, 2, 3}), Type::f16);
  CHECK_ALL_NEAR(runner.compute(turned), (Values{1, 3, 2, 4}), 0.0);
}

void copies_into_a_part() {
  GraphRunner runner;
  Graph& g = runner.graph();
  Tensor* target = runner.floats({2, 3, 1, 1}, {0, 0, 0, 0, 0, 0}, Type::f16);
  Tensor* part = view(g, target, {2, 2, 1, 1}, target->stride, target->stride[1]);
  copy(g, runner.floats({2, 2, 1, 1}, {1, 2, 3, 4}), part);
  CHECK_ALL_NEAR(runner.compute(target), (Values{0, 0, 1, 2, 3, 4}), 0.0);
}

void converts_integers() {
  GraphRunner runner;
  Graph& g = runner.graph();
  Tensor* x = runner.floats({5, 1, 1, 1}, {1.9f, -1.9f, 3e9f, -3e9f, std::nanf("")});
  const auto whole = runner.compute_integers(cont(g, x, Type::i32));
  CHECK(whole == (std::vector<std::int32_t>{1, -1, 2147483647, -2147483647 - 1, 0}));
  GraphRunner back;
  Tensor* numbers = back.integers({2, 2, 1, 1}, {1, -2, 3, 70000});
  Tensor* turned = permute(back.graph(), numbers, {1, 0, 2, 3});
  CHECK_ALL_NEAR(back.compute(cont(back.graph(), turned, Type::f32)), (Values{1, 3, -2, 70000}),
                 0.0);
}

/// As the transposed half of a cache is written.
void writes_strided_elements() {
  for (const Type type : {Type::f32, Type::f16}) {
    GraphRunner runner(2);
    Graph& g = runner.graph();
    Tensor* target = runner.floats({3, 2, 1, 1}, Values(6, 9.0f), type);
    const std::size_t size = target->stride[0];
    Tensor* column = view(g, target, {2, 2, 1, 1}, {3 * size, size, 6 * size, 6 * size}, size);
    copy(g, runner.floats({2, 2, 1, 1}, {1, 2, 3, 4}), column);
    CHECK_ALL_NEAR(runner.compute(target), (Values{9, 1, 3, 9, 2, 4}), 0.0);
  }
}

void changes_parts() {
  GraphRunner runner(2);
  Graph& g = runner.graph();
  Tensor* x = runner.floats({3, 2, 1, 1}, {1, 2, 3, 4, 5, 6});
  Tensor* part = runner.floats({2, 2, 1, 1}, {10, 20, 30, 40});
  Tensor* set = set_part(g, x, part, x->stride, 4);
  Tensor* sum = add_part(g, x, part, x->stride, 4);
  for (Tensor* result : {set, sum}) g.mark_output(result);
  CHECK_ALL_NEAR(runner.compute(scale(g, x, 1.0f)), (Values{1, 2, 3, 4, 5, 6}), 0.0);
  CHECK_ALL_NEAR(read_floats(*set), (Values{1, 10, 20, 4, 30, 40}), 0.0);
  CHECK_ALL_NEAR(read_floats(*sum), (Values{1, 12, 23, 4, 35, 46}), 0.0);
}

void scales() {
  GraphRunner runner;
  Tensor* x = runner.floats({3, 1, 1, 1}, {1, -2, 4});
  CHECK_ALL_NEAR(runner.compute(scale(runner.graph(), x, 0.5f, 1.0f)), (Values{1.5f, 0.0f, 3.0f}),
                 0.0);
}

void refuses_bad_operands() {
  Graph g;
  Tensor* x = g.input(Type::f32, {4, 2, 1, 1}, "x");
  Tensor* blocks = g.input(Type::q8_0, {32, 2, 1, 1}, "blocks");
  CHECK_THROWS(GraphError, "[cont] expected a type that converts to I8, got x: F32 [4, 2]",
               cont(g, x, Type::i8));
  CHECK_THROWS(GraphError, "[cont] expected a type that converts to IQ2_S, got x: F32 [4, 2]",
               cont(g, x, Type::iq2_s));
  CHECK_THROWS(GraphError, "[copy] expected shape [32, 2], got x: F32 [4, 2]", copy(g, x, blocks));
  CHECK_THROWS(GraphError, "[permute] expected order[0] = 0 for blocks",
               permute(g, blocks, {1, 0, 2, 3}));
  CHECK_THROWS(GraphError, "[permute] expected an order of 0 to 3, got {0, 0, 2, 3}",
               permute(g, x, {0, 0, 2, 3}));
  CHECK_THROWS(GraphError, "[reshape] expected as many elements as [9], got x: F32 [4, 2]",
               reshape(g, x, {9, 1, 1, 1}));
  CHECK_THROWS(GraphError, "[reshape] expected a contiguous tensor",
               reshape(g, permute(g, x, {1, 0, 2, 3}), {8, 1, 1, 1}));
  CHECK_THROWS(GraphError, "[view] expected a view inside x: F32 [4, 2], got F32 [4] at byte 20",
               view(g, x, {4, 1, 1, 1}, x->stride, 20));
}

}  // namespace ops_copy_test

void test_ops_copy(TestTable& tests) {
  using namespace ops_copy_test;
  tests.add("ops_copy", "makes permuted tensors contiguous", makes_permuted_tensors_contiguous);
  tests.add("ops_copy", "permutes higher dimensions", permutes_higher_dimensions);
  tests.add("ops_copy", "converts types", converts_types);
  tests.add("ops_copy", "converts strided elements", converts_strided_elements);
  tests.add("ops_copy", "copies into a part", copies_into_a_part);
  tests.add("ops_copy", "converts integers", converts_integers);
  tests.add("ops_copy", "writes strided elements", writes_strided_elements);
  tests.add("ops_copy", "changes parts", changes_parts);
  tests.add("ops_copy", "scales", scales);
  tests.add("ops_copy", "refuses bad operands", refuses_bad_operands);
}

}  // namespace tern
