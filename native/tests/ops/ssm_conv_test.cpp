#include "ops/ssm_conv.h"

#include "ops/layout.h"
#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace ops_ssm_conv_test {

struct Sizes {
  std::size_t window, channels, tokens, sequences;
};

std::vector<float> reference(const Sizes& s, const std::vector<float>& x,
                             const std::vector<float>& kernel) {
  const std::size_t columns = s.window - 1 + s.tokens;
  std::vector<float> result;
  for (std::size_t seq = 0; seq < s.sequences; ++seq) {
    for (std::size_t token = 0; token < s.tokens; ++token) {
      for (std::size_t c = 0; c < s.channels; ++c) {
        double sum = 0.0;
        for (std::size_t i = 0; i < s.window; ++i)
          sum += static_cast<double>(x[(seq * s.channels + c) * columns + token + i]) *
                 kernel[c * s.window + i];
        result.push_back(static_cast<float>(sum));
      }
    }
  }
  return result;
}

void agrees_with_the_definition() {
  for (const Sizes& s : {Sizes{4, 33, 1, 1}, Sizes{4, 12, 7, 3}, Sizes{3, 5, 2, 2},
                         Sizes{1, 4, 3, 1}, Sizes{9, 2, 1, 4}}) {
    const auto x = random_floats((s.window - 1 + s.tokens) * s.channels * s.sequences, 1);
    const auto kernel = random_floats(s.window * s.channels, 2);
    const auto n = [](std::size_t size) { return static_cast<std::int64_t>(size); };
    GraphRunner runner(3);
    Tensor* input =
        runner.floats({n(s.window - 1 + s.tokens), n(s.channels), n(s.sequences), 1}, x);
    Tensor* weights = runner.floats({n(s.window), n(s.channels), 1, 1}, kernel);
    CHECK_ALL_NEAR(runner.compute(ssm_conv(runner.graph(), input, weights)),
                   reference(s, x, kernel), 1e-5);
  }
}

void refuses_what_does_not_fit() {
  Graph g;
  Tensor* x = g.input(Type::f32, {6, 8, 2, 1}, "x");
  const auto kernel = [&](const Shape& shape, Type type = Type::f32) {
    return g.input(type, shape, "kernel");
  };
  CHECK_EQUAL(to_string(ssm_conv(g, x, kernel({4, 8, 1, 1}))->shape), "[8, 3, 2]");
  CHECK_THROWS(GraphError,
               "[ssm_conv] expected a kernel for each of 8 channels, got kernel: F32 [4, 7]",
               ssm_conv(g, x, kernel({4, 7, 1, 1})));
  CHECK_THROWS(GraphError, "expected at least 7 columns, got x: F32 [6, 8, 2]",
               ssm_conv(g, x, kernel({8, 8, 1, 1})));
  CHECK_THROWS(GraphError, "expected type F32, got kernel: F16",
               ssm_conv(g, x, kernel({4, 8, 1, 1}, Type::f16)));
  CHECK_THROWS(GraphError, "expected contiguous rows",
               ssm_conv(g, permute(g, x, {1, 0, 2, 3}), kernel({4, 6, 1, 1})));
}

}  // namespace ops_ssm_conv_test

void test_ops_ssm_conv(TestTable& tests) {
  using namespace ops_ssm_conv_test;
  tests.add("ops_ssm_conv", "agrees with the definition", agrees_with_the_definition);
  tests.add("ops_ssm_conv", "refuses what does not fit", refuses_what_does_not_fit);
}

}  // namespace tern
