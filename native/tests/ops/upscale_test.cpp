#include "ops/upscale.h"

#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace ops_upscale_test {

using Values = std::vector<float>;

Values scaled(const Shape& from, const Values& x, const Shape& to, ScaleMode mode,
              bool align = false) {
  GraphRunner runner(2);
  return runner.compute(upscale(runner.graph(), runner.floats(from, x), to, {mode, align ? 1 : 0}));
}

void repeats_the_nearest() {
  CHECK_ALL_NEAR(scaled({2, 2, 1, 1}, {1, 2, 3, 4}, {4, 3, 1, 1}, ScaleMode::nearest),
                 (Values{1, 1, 2, 2, 1, 1, 2, 2, 3, 3, 4, 4}), 0.0);
  CHECK_ALL_NEAR(scaled({1, 1, 2, 2}, {1, 2, 3, 4}, {1, 1, 4, 2}, ScaleMode::nearest),
                 (Values{1, 1, 2, 2, 3, 3, 4, 4}), 0.0);
  CHECK_ALL_NEAR(scaled({4, 1, 1, 1}, {1, 2, 3, 4}, {2, 1, 1, 1}, ScaleMode::nearest),
                 (Values{1, 3}), 0.0);
}

/// Elements are areas: the first of the result has its middle at -0.25 of the source.
void interpolates_linearly() {
  CHECK_ALL_NEAR(scaled({2, 1, 1, 1}, {0, 8}, {4, 1, 1, 1}, ScaleMode::bilinear),
                 (Values{0, 2, 6, 8}), 1e-6);
  CHECK_ALL_NEAR(scaled({2, 2, 1, 1}, {0, 8, 16, 24}, {4, 2, 1, 1}, ScaleMode::bilinear),
                 (Values{0, 2, 6, 8, 16, 18, 22, 24}), 1e-6);
  CHECK_ALL_NEAR(scaled({2, 2, 1, 1}, {0, 9, 18, 27}, {4, 3, 1, 1}, ScaleMode::bilinear, true),
                 (Values{0, 3, 6, 9, 9, 12, 15, 18, 18, 21, 24, 27}), 1e-5);
}

/// A cubic convolution keeps what is constant, and single points as they are.
void interpolates_by_cubics() {
  CHECK_ALL_NEAR(scaled({3, 2, 1, 1}, Values(6, 5.0f), {7, 5, 1, 1}, ScaleMode::bicubic),
                 Values(35, 5.0f), 1e-5);
  const Values points{0, 1, 4, -2};
  CHECK_ALL_NEAR(scaled({4, 1, 1, 1}, points, {4, 1, 1, 1}, ScaleMode::bicubic), points, 1e-6);
  // Of an impulse, 0.25 away: ((a + 2) d - (a + 3)) d² + 1 for a = -0.75; 0.75 away, the same.
  const auto impulse = scaled({4, 1, 1, 1}, {0, 1, 0, 0}, {8, 1, 1, 1}, ScaleMode::bicubic);
  CHECK_NEAR(impulse[2], (1.25 * 0.25 - 2.25) * 0.0625 + 1.0, 1e-6);
  CHECK_NEAR(impulse[4], (1.25 * 0.75 - 2.25) * 0.5625 + 1.0, 1e-6);
  // Farther away: a (d³ - 5 d² + 8 d - 4).
  CHECK_NEAR(impulse[0], -0.75 * 0.140625, 1e-6);
  CHECK_NEAR(impulse[6], -0.75 * 0.046875, 1e-6);
}

/// To half the size: a triangle four elements wide, cut at the edges.
void averages_what_it_shrinks() {
  CHECK_ALL_NEAR(scaled({4, 1, 1, 1}, {0, 0, 8, 8}, {2, 1, 1, 1}, ScaleMode::bilinear_antialias),
                 (Values{8.0f * 0.25f / 1.75f, 8.0f * 1.5f / 1.75f}), 1e-6);
  CHECK_ALL_NEAR(scaled({3, 3, 1, 1}, Values(9, 5.0f), {2, 2, 1, 1}, ScaleMode::bilinear_antialias),
                 Values(4, 5.0f), 1e-6);
}

void refuses_bad_operands() {
  Graph g;
  Tensor* x = g.input(Type::f32, {4, 2, 1, 1}, "x");
  CHECK_THROWS(GraphError, "[upscale] expected corners not aligned with antialias",
               upscale(g, x, {8, 4, 1, 1}, {ScaleMode::bilinear_antialias, 1}));
  CHECK_THROWS(GraphError, "[upscale] expected a tensor with elements",
               upscale(g, g.input(Type::f32, {0, 1, 1, 1}, "x"), {8, 4, 1, 1}, {}));
}

}  // namespace ops_upscale_test

void test_ops_upscale(TestTable& tests) {
  using namespace ops_upscale_test;
  tests.add("ops_upscale", "repeats the nearest", repeats_the_nearest);
  tests.add("ops_upscale", "interpolates linearly", interpolates_linearly);
  tests.add("ops_upscale", "interpolates by cubics", interpolates_by_cubics);
  tests.add("ops_upscale", "averages what it shrinks", averages_what_it_shrinks);
  tests.add("ops_upscale", "refuses bad operands", refuses_bad_operands);
}

}  // namespace tern
