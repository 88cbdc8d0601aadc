#include "ops/repeat.h"

#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace ops_repeat_test {

using Values = std::vector<float>;

/// Calls body(place in outer, place in inner) for all elements of outer.
template <class Body>
void for_each_pair(const Shape& inner, const Shape& outer, const Body& body) {
  std::size_t place = 0;
  for (std::int64_t i3 = 0; i3 < outer[3]; ++i3) {
    for (std::int64_t i2 = 0; i2 < outer[2]; ++i2) {
      for (std::int64_t i1 = 0; i1 < outer[1]; ++i1) {
        for (std::int64_t i0 = 0; i0 < outer[0]; ++i0) {
          const std::int64_t row =
              ((i3 % inner[3]) * inner[2] + i2 % inner[2]) * inner[1] + i1 % inner[1];
          body(place++, static_cast<std::size_t>(row * inner[0] + i0 % inner[0]));
        }
      }
    }
  }
}

void repeats_every_dimension() {
  const Shape inner{2, 1, 3, 2};
  const Shape outer{6, 4, 3, 4};
  for (const Type type : {Type::f32, Type::f16}) {
    const auto x = round_trip(type, random_floats(12, 1));
    Values expected(static_cast<std::size_t>(element_count(outer)));
    for_each_pair(inner, outer, [&](std::size_t to, std::size_t from) { expected[to] = x[from]; });
    GraphRunner runner(2);
    CHECK_ALL_NEAR(runner.compute(repeat(runner.graph(), runner.floats(inner, x, type), outer)),
                   expected, 0.0);
  }
}

void repeats_nothing() {
  for (const Shape inner : {Shape{4, 1, 0, 1}, Shape{0, 1, 3, 1}}) {
    GraphRunner runner;
    Tensor* x = runner.floats(inner, {});
    CHECK(runner.compute(repeat(runner.graph(), x, {inner[0], 2, inner[2], 1})).empty());
  }
  Graph g;
  CHECK_THROWS(GraphError, "expected a tensor that repeats to [4, 2]",
               repeat(g, g.input(Type::f32, {4, 0, 1, 1}, "x"), {4, 2, 1, 1}));
}

void adds_what_was_repeated() {
  const Shape inner{2, 1, 3, 2};
  const Shape outer{6, 4, 3, 4};
  const auto x = random_floats(static_cast<std::size_t>(element_count(outer)), 1);
  Values expected(12, 0.0f);
  for_each_pair(inner, outer, [&](std::size_t from, std::size_t to) { expected[to] += x[from]; });
  GraphRunner runner(2);
  CHECK_ALL_NEAR(runner.compute(repeat_back(runner.graph(), runner.floats(outer, x), inner)),
                 expected, 1e-5);
}

void refuses_bad_shapes() {
  Graph g;
  Tensor* x = g.input(Type::f32, {4, 2, 1, 1}, "x");
  CHECK_THROWS(GraphError, "[repeat] expected a tensor that repeats to [6, 2], got x: F32 [4, 2]",
               repeat(g, x, {6, 2, 1, 1}));
  CHECK_THROWS(GraphError, "[repeat_back] expected multiples of [3], got x: F32 [4, 2]",
               repeat_back(g, x, {3, 1, 1, 1}));
  CHECK_THROWS(GraphError, "[repeat] expected a type without blocks",
               repeat(g, g.input(Type::q8_0, {32, 1, 1, 1}, "q"), {64, 1, 1, 1}));
}

}  // namespace ops_repeat_test

void test_ops_repeat(TestTable& tests) {
  using namespace ops_repeat_test;
  tests.add("ops_repeat", "repeats every dimension", repeats_every_dimension);
  tests.add("ops_repeat", "repeats nothing", repeats_nothing);
  tests.add("ops_repeat", "adds what was repeated", adds_what_was_repeated);
  tests.add("ops_repeat", "refuses bad shapes", refuses_bad_shapes);
}

}  // namespace tern
