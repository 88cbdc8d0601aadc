#include "ops/convolution_transpose.h"

#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace ops_convolution_transpose_test {

struct Case {
  std::size_t width, height, channels, images;
  std::size_t kernel_width, kernel_height, outputs;
  std::size_t stride;
  bool flat = false;  ///< one dimension
  Type type = Type::f32;
};

/// What each pair of an element and a kernel element adds.
std::vector<float> reference(const Case& c, const std::vector<float>& x,
                             const std::vector<float>& kernel) {
  const std::size_t width = (c.width - 1) * c.stride + c.kernel_width;
  const std::size_t height = (c.height - 1) * (c.flat ? 1 : c.stride) + c.kernel_height;
  std::vector<double> sums(width * height * c.outputs * c.images);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::size_t column = i % c.width * c.stride;
    const std::size_t row = i / c.width % c.height * c.stride;
    const std::size_t channel = i / (c.width * c.height) % c.channels;
    const std::size_t image = i / (c.width * c.height * c.channels);
    const std::size_t kernel_count = c.kernel_width * c.kernel_height * c.outputs;
    for (std::size_t k = 0; k < kernel_count; ++k) {
      const std::size_t output = k / (c.kernel_width * c.kernel_height);
      const std::size_t y = row + k / c.kernel_width % c.kernel_height;
      sums[((image * c.outputs + output) * height + y) * width + column + k % c.kernel_width] +=
          static_cast<double>(x[i]) * kernel[channel * kernel_count + k];
    }
  }
  return {sums.begin(), sums.end()};
}

void compare(const Case& c) {
  const auto n = [](std::size_t size) { return static_cast<std::int64_t>(size); };
  const auto x = random_floats(c.width * c.height * c.channels * c.images, 1);
  const auto kernel = round_trip(
      c.type, random_floats(c.kernel_width * c.kernel_height * c.outputs * c.channels, 2));
  GraphRunner runner(3);
  Graph& g = runner.graph();
  const auto stride = static_cast<std::int32_t>(c.stride);
  const auto compute = [&] {
    if (c.flat) {
      Tensor* input = runner.floats({n(c.width), n(c.channels), n(c.images), 1}, x);
      Tensor* weights =
          runner.floats({n(c.kernel_width), n(c.outputs), n(c.channels), 1}, kernel, c.type);
      return runner.compute(conv_transpose_1d(g, weights, input, stride));
    }
    Tensor* input = runner.floats({n(c.width), n(c.height), n(c.channels), n(c.images)}, x);
    Tensor* weights = runner.floats(
        {n(c.kernel_width), n(c.kernel_height), n(c.outputs), n(c.channels)}, kernel, c.type);
    return runner.compute(conv_transpose_2d(g, weights, input, stride));
  };
  CHECK_ALL_NEAR(compute(), reference(c, x, kernel), 2e-5);
}

void agrees_in_one_dimension() {
  compare({10, 1, 3, 1, 4, 1, 5, 2, true});
  compare({7, 1, 2, 2, 3, 1, 2, 5, true, Type::f16});
  compare({1, 1, 4, 1, 8, 1, 2, 1, true});
}

void agrees_in_two_dimensions() {
  compare({5, 4, 3, 2, 2, 2, 4, 2});
  compare({5, 4, 3, 1, 3, 4, 2, 1, false, Type::f16});
  compare({3, 3, 1, 1, 2, 3, 1, 4, false, Type::bf16});
}

void refuses_what_does_not_fit() {
  Graph g;
  const auto input = [&](const Shape& shape) { return g.input(Type::f32, shape, "t"); };
  Tensor* x = input({9, 8, 4, 2});
  CHECK_THROWS(GraphError,
               "[convolution_transpose] expected kernels of 4 channels, got t: F32 [3, 3, 5, 3]",
               conv_transpose_2d(g, input({3, 3, 5, 3}), x, 2));
  CHECK_THROWS(GraphError, "expected a stride >= 1, got 0",
               conv_transpose_2d(g, input({3, 3, 5, 4}), x, 0));
  CHECK_THROWS(GraphError, "expected [width, channels, images]",
               conv_transpose_1d(g, input({3, 5, 8, 1}), x, 1));
}

}  // namespace ops_convolution_transpose_test

void test_ops_convolution_transpose(TestTable& tests) {
  using namespace ops_convolution_transpose_test;
  const auto add = [&](const char* name, void (*body)()) {
    tests.add("ops_convolution_transpose", name, body);
  };
  add("agrees in one dimension", agrees_in_one_dimension);
  add("agrees in two dimensions", agrees_in_two_dimensions);
  add("refuses what does not fit", refuses_what_does_not_fit);
}

}  // namespace tern
