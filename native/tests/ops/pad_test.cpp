#include "ops/pad.h"

#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace ops_pad_test {

using Values = std::vector<float>;
using Place = std::array<std::int64_t, 4>;

/// Calls body(place) for all elements of a shape in order.
template <class Body>
void for_each_place(const Shape& shape, const Body& body) {
  for (std::int64_t i3 = 0; i3 < shape[3]; ++i3) {
    for (std::int64_t i2 = 0; i2 < shape[2]; ++i2) {
      for (std::int64_t i1 = 0; i1 < shape[1]; ++i1) {
        for (std::int64_t i0 = 0; i0 < shape[0]; ++i0) body(Place{i0, i1, i2, i3});
      }
    }
  }
}

const Shape small{3, 2, 4, 2};

/// The element of x at a place, going round or 0 outside.
float element(const Values& x, Place at, bool circular) {
  std::int64_t index = 0;
  for (std::size_t d = 4; d-- > 0;) {
    const bool outside = at[d] < 0 || at[d] >= small[d];
    if (outside && !circular) return 0.0f;
    while (at[d] < 0) at[d] += small[d];
    index = index * small[d] + at[d] % small[d];
  }
  return x[static_cast<std::size_t>(index)];
}

void adds_on_every_side() {
  const auto x = random_floats(48, 1);
  for (const bool circular : {false, true}) {
    const PadParams params{{1, 2, 0, 3}, {5, 0, 1, 1}, circular ? 1 : 0};
    Values expected;
    for_each_place({9, 4, 5, 6}, [&](const Place& at) {
      expected.push_back(element(x, {at[0] - 1, at[1] - 2, at[2], at[3] - 3}, circular));
    });
    GraphRunner runner(2);
    CHECK_ALL_NEAR(runner.compute(pad(runner.graph(), runner.floats(small, x), params)), expected,
                   0.0);
  }
}

void rolls() {
  const auto x = random_floats(48, 2);
  for (const std::array<std::int32_t, 4> shift :
       {std::array{1, 0, 0, 0}, std::array{-2, 1, -3, 0}, std::array{7, -9, 2, 5}}) {
    Values expected;
    for_each_place(small, [&](const Place& at) {
      expected.push_back(element(
          x, {at[0] - shift[0], at[1] - shift[1], at[2] - shift[2], at[3] - shift[3]}, true));
    });
    GraphRunner runner(2);
    CHECK_ALL_NEAR(runner.compute(roll(runner.graph(), runner.floats(small, x), shift)), expected,
                   0.0);
  }
}

void mirrors() {
  GraphRunner runner(2);
  Tensor* x = runner.floats({4, 2, 1, 1}, {1, 2, 3, 4, 5, 6, 7, 8});
  CHECK_ALL_NEAR(runner.compute(pad_reflect_1d(runner.graph(), x, 2, 3)),
                 (Values{3, 2, 1, 2, 3, 4, 3, 2, 1, 7, 6, 5, 6, 7, 8, 7, 6, 5}), 0.0);
}

void refuses_bad_widths() {
  Graph g;
  Tensor* x = g.input(Type::f32, {4, 2, 1, 1}, "x");
  CHECK_THROWS(GraphError, "[pad] expected widths >= 0, got -1", pad(g, x, {{0, -1, 0, 0}, {}, 0}));
  CHECK_THROWS(GraphError, "[pad_reflect_1d] expected widths from 0 to 3, got 1 and 4",
               pad_reflect_1d(g, x, 1, 4));
  CHECK_THROWS(GraphError, "[pad] expected a tensor with elements",
               pad(g, g.input(Type::f32, {0, 1, 1, 1}, "x"), {{1, 0, 0, 0}, {}, 1}));
  CHECK_THROWS(GraphError, "[roll] expected type F32, got i: I32 [4]",
               roll(g, g.input(Type::i32, {4, 1, 1, 1}, "i"), {1, 0, 0, 0}));
}

}  // namespace ops_pad_test

void test_ops_pad(TestTable& tests) {
  using namespace ops_pad_test;
  tests.add("ops_pad", "adds on every side", adds_on_every_side);
  tests.add("ops_pad", "rolls", rolls);
  tests.add("ops_pad", "mirrors", mirrors);
  tests.add("ops_pad", "refuses bad widths", refuses_bad_widths);
}

}  // namespace tern
