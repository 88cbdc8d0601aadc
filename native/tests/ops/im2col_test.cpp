#include "ops/im2col.h"

#include "ops/layout.h"
#include "ops/matmul.h"
#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"
#include "tests/support/images.h"

namespace tern {
namespace ops_im2col_test {

/// Columns times kernels are a convolution: one output, so that the layout is the same.
void compare(const Shape& shape, const ImageSizes& s, ConvolutionParams p) {
  p.channels = static_cast<std::int32_t>(s.channels);
  const auto x = random_floats(static_cast<std::size_t>(s.count()), 1);
  const std::int64_t n = p.size[0] * p.size[1] * p.size[2] * s.channels;
  const auto kernel = random_floats(static_cast<std::size_t>(n), 2);
  GraphRunner runner(3);
  Graph& g = runner.graph();
  Tensor* columns = im2col(g, runner.floats(shape, x), p);
  Tensor* rows = reshape(g, columns, {n, row_count(columns->shape), 1, 1});
  Tensor* product = matmul(g, runner.floats({n, 1, 1, 1}, kernel), rows);
  CHECK_ALL_NEAR(runner.compute(product), convolved(x, s, kernel, p, 1), 2e-5);
}

void agrees_with_convolution() {
  compare({20, 3, 2, 1}, {{20, 1, 1}, 3, 2}, {.rank = 1, .size = {3, 1, 1}, .padding = {1, 0, 0}});
  compare({9, 8, 3, 2}, {{9, 8, 1}, 3, 2},
          {.size = {3, 2, 1}, .stride = {2, 1, 1}, .padding = {1, 2, 0}, .dilation = {1, 3, 1}});
  compare({6, 5, 4, 6}, {{6, 5, 4}, 3, 2},
          {.rank = 3, .size = {3, 2, 3}, .stride = {1, 2, 1}, .padding = {1, 0, 2}});
}

void gives_the_shapes_that_products_need() {
  Graph g;
  Tensor* x = g.input(Type::f32, {9, 8, 4, 6}, "x");
  CHECK_EQUAL(to_string(im2col(g, x, {.size = {3, 3, 1}, .channels = 4})->shape), "[36, 7, 6, 6]");
  CHECK_EQUAL(to_string(im2col(g, x, {.rank = 3, .size = {3, 3, 2}, .channels = 2})->shape),
              "[36, 7, 6, 9]");
}

void rounds_to_halves() {
  const auto x = random_floats(12, 1);
  GraphRunner runner;
  Tensor* columns = im2col(runner.graph(), runner.floats({12, 1, 1, 1}, x),
                           {.rank = 1, .size = {1, 1, 1}}, Type::f16);
  CHECK_ALL_NEAR(runner.compute(columns), round_trip(Type::f16, x), 0.0);
}

void refuses_what_does_not_fit() {
  Graph g;
  Tensor* x = g.input(Type::f32, {9, 8, 4, 6}, "x");
  CHECK_THROWS(GraphError, "[im2col] expected images of 3 channels, got x: F32 [9, 8, 4, 6]",
               im2col(g, x, {.channels = 3}));
  CHECK_THROWS(GraphError, "expected rank 1, 2 or 3, got 4",
               im2col(g, x, {.rank = 4, .channels = 4}));
  CHECK_THROWS(GraphError, "expected F32 or F16, got Q8_0",
               im2col(g, x, {.channels = 4}, Type::q8_0));
}

}  // namespace ops_im2col_test

void test_ops_im2col(TestTable& tests) {
  using namespace ops_im2col_test;
  tests.add("ops_im2col", "agrees with convolution", agrees_with_convolution);
  tests.add("ops_im2col", "gives the shapes that products need",
            gives_the_shapes_that_products_need);
  tests.add("ops_im2col", "rounds to halves", rounds_to_halves);
  tests.add("ops_im2col", "refuses what does not fit", refuses_what_does_not_fit);
}

}  // namespace tern
