#include "ops/convolution.h"

#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"
#include "tests/support/images.h"

namespace tern {
namespace ops_convolution_test {

struct Case {
  ImageSizes x;
  std::int64_t outputs;
  ConvolutionParams p;
  Type type = Type::f32;
};

Shape image_shape(const ImageSizes& s, std::int32_t rank) {
  if (rank == 1) return {s.size[0], s.channels, s.images, 1};
  if (rank == 2) return {s.size[0], s.size[1], s.channels, s.images};
  return {s.size[0], s.size[1], s.size[2], s.channels * s.images};
}

Tensor* build(Graph& g, Tensor* kernel, Tensor* x, const ConvolutionParams& p) {
  std::array<Stepping, 3> s;
  for (std::size_t i = 0; i < 3; ++i) s[i] = {p.stride[i], p.padding[i], p.dilation[i]};
  if (p.rank == 1) return conv_1d(g, kernel, x, s[0], p.groups);
  if (p.rank == 3) return conv_3d(g, kernel, x, s, p.channels);
  if (p.groups > 1 && p.groups == p.channels) return conv_2d_depthwise(g, kernel, x, s[0], s[1]);
  return conv_2d(g, kernel, x, s[0], s[1], p.groups);
}

void compare(Case c) {
  c.p.channels = static_cast<std::int32_t>(c.x.channels);
  const ImageSizes k{{c.p.size[0], c.p.size[1], c.p.size[2]}, c.x.channels / c.p.groups, c.outputs};
  const auto x = random_floats(static_cast<std::size_t>(c.x.count()), 1);
  const auto kernels = round_trip(c.type, random_floats(static_cast<std::size_t>(k.count()), 2));
  GraphRunner runner(3);
  Tensor* images = runner.floats(image_shape(c.x, c.p.rank), x);
  Tensor* weights = runner.floats(image_shape(k, c.p.rank), kernels, c.type);
  CHECK_ALL_NEAR(runner.compute(build(runner.graph(), weights, images, c.p)),
                 convolved(x, c.x, kernels, c.p, c.outputs), 2e-5);
}

void agrees_in_one_dimension() {
  compare({{{20, 1, 1}, 3, 2}, 5, {.rank = 1, .size = {3, 1, 1}, .padding = {1, 0, 0}}});
  compare({{{21, 1, 1}, 4, 1}, 2, {.rank = 1, .size = {5, 1, 1}, .stride = {2, 1, 1}}, Type::f16});
  compare(
      {{{9, 1, 1}, 6, 2},
       6,
       {.rank = 1, .size = {3, 1, 1}, .padding = {4, 0, 0}, .dilation = {2, 1, 1}, .groups = 6}});
}

void agrees_in_two_dimensions() {
  compare({{{9, 8, 1}, 3, 2}, 4, {.size = {3, 3, 1}, .padding = {1, 1, 0}}});
  compare({{{16, 12, 1}, 3, 1}, 7, {.size = {4, 4, 1}, .stride = {4, 4, 1}}, Type::f16});
  compare({{{7, 9, 1}, 4, 1},
           6,
           {.size = {2, 3, 1},
            .stride = {3, 2, 1},
            .padding = {2, 3, 0},
            .dilation = {3, 2, 1},
            .groups = 2},
           Type::bf16});
  compare({{{1, 1, 1}, 1, 1}, 1, {.size = {1, 1, 1}}});
}

void agrees_depthwise() {
  compare({{{9, 8, 1}, 5, 2}, 5, {.size = {3, 3, 1}, .padding = {1, 1, 0}, .groups = 5}});
  compare({{{9, 8, 1}, 5, 1},
           5,
           {.size = {3, 2, 1}, .stride = {2, 2, 1}, .dilation = {2, 2, 1}, .groups = 5},
           Type::f16});
}

void agrees_in_three_dimensions() {
  compare({{{6, 5, 4}, 3, 2}, 4, {.rank = 3, .size = {3, 3, 3}, .padding = {1, 1, 1}}});
  compare({{{8, 6, 5}, 2, 1},
           3,
           {.rank = 3,
            .size = {2, 3, 2},
            .stride = {2, 1, 3},
            .padding = {0, 2, 1},
            .dilation = {1, 2, 1}},
           Type::f16});
}

void refuses_what_does_not_fit() {
  Graph g;
  const auto input = [&](const Shape& shape, Type type = Type::f32) {
    return g.input(type, shape, "t");
  };
  Tensor* x = input({9, 8, 4, 2});
  CHECK_THROWS(GraphError, "[convolution] expected kernels of 4 channels, got t: F32 [3, 3, 3, 5]",
               conv_2d(g, input({3, 3, 3, 5}), x, {}, {}));
  CHECK_THROWS(GraphError, "expected images of at least 10 elements, got t: F32 [9, 8, 4, 2]",
               conv_2d(g, input({10, 3, 4, 5}), x, {}, {}));
  CHECK_THROWS(GraphError, "expected strides >= 1, got 0",
               conv_2d(g, input({3, 3, 4, 5}), x, {.stride = 0}, {}));
  CHECK_THROWS(GraphError, "expected paddings >= 0, got -1",
               conv_2d(g, input({3, 3, 4, 5}), x, {.padding = -1}, {}));
  CHECK_THROWS(GraphError, "expected groups that divide 4 channels, got 3",
               conv_2d(g, input({3, 3, 4, 5}), x, {}, {}, 3));
  CHECK_THROWS(GraphError, "expected 2 groups of outputs, got t: F32 [3, 3, 2, 5]",
               conv_2d(g, input({3, 3, 2, 5}), x, {}, {}, 2));
  CHECK_THROWS(GraphError, "kernels of type F32, F16 or BF16, got t: I32",
               conv_2d(g, input({3, 3, 4, 5}, Type::i32), x, {}, {}));
  CHECK_THROWS(GraphError, "expected type F32, got t: F16",
               conv_1d(g, input({3, 8, 5, 1}), input({9, 8, 1, 1}, Type::f16), {}));
  CHECK_THROWS(GraphError, "expected images of 3 channels, got t: F32 [9, 8, 4, 2]",
               conv_3d(g, input({3, 3, 3, 6}), x, {}, 3));
}

}  // namespace ops_convolution_test

void test_ops_convolution(TestTable& tests) {
  using namespace ops_convolution_test;
  tests.add("ops_convolution", "agrees in one dimension", agrees_in_one_dimension);
  tests.add("ops_convolution", "agrees in two dimensions", agrees_in_two_dimensions);
  tests.add("ops_convolution", "agrees depthwise", agrees_depthwise);
  tests.add("ops_convolution", "agrees in three dimensions", agrees_in_three_dimensions);
  tests.add("ops_convolution", "refuses what does not fit", refuses_what_does_not_fit);
}

}  // namespace tern
