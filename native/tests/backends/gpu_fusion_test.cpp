#include <cmath>

#include "ops/binary.h"
#include "ops/unary.h"
#include "tests/support/check.h"
#include "tests/support/compute_on.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace backends_gpu_fusion_test {

/// x + factor * sin(a * x)^2 on a backend, and how often it was fused.
std::pair<std::vector<float>, std::uint64_t> snake(Backend& backend, bool swapped) {
  Graph graph;
  Tensor* x = graph.input(Type::f32, {50, 3, 1, 1}, "x");
  Tensor* a = graph.input(Type::f32, {1, 3, 1, 1}, "a");
  Tensor* factor = graph.input(Type::f32, {1, 3, 1, 1}, "factor");
  Tensor* wave = mul(graph, unary(graph, sqr_op, unary(graph, sin_op, mul(graph, x, a))), factor);
  Tensor* y = swapped ? add(graph, x, wave) : add(graph, wave, x);
  graph.mark_output(y);
  backend.fusion().stats_init();
  backend.fusion().stats_reset();
  const auto result = compute_on(
      backend, graph,
      {{x, random_floats(150, 1)}, {a, random_floats(3, 2)}, {factor, random_floats(3, 3)}}, *y);
  std::uint64_t fused = 0;
  for (const FusionCount& count : backend.fusion().stats_get()) fused += count.count;
  return {result, fused};
}

std::vector<float> expected_snake() {
  const auto x = random_floats(150, 1);
  const auto a = random_floats(3, 2);
  const auto factor = random_floats(3, 3);
  std::vector<float> y(150);
  for (std::size_t i = 0; i < y.size(); ++i) {
    const double wave = std::sin(static_cast<double>(a[i / 50]) * x[i]);
    y[i] = static_cast<float>(x[i] + factor[i / 50] * wave * wave);
  }
  return y;
}

void snakes_are_fused_everywhere() {
  const auto expected = expected_snake();
  for (const std::string& name : backend_table().names()) {
    for (const bool swapped : {false, true}) {
      const auto backend = backend_table().make(name, {});
      const auto [result, fused] = snake(*backend, swapped);
      CHECK_ALL_NEAR(result, expected, 1e-5);
      CHECK_EQUAL(fused, 1u);
    }
  }
}

}  // namespace backends_gpu_fusion_test

void test_backends_gpu_fusion(TestTable& tests) {
  using namespace backends_gpu_fusion_test;
  tests.add("backends_gpu_fusion", "snakes are fused everywhere", snakes_are_fused_everywhere);
}

}  // namespace tern
