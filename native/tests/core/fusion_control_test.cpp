#include "core/fusion_control.h"

#include <thread>

#include "ops/binary.h"
#include "ops/norm.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace core_fusion_control_test {

std::vector<float> compute(bool fused) {
  GraphRunner runner(2);
  Graph& g = runner.graph();
  runner.fusion().set_enabled(fused);
  Tensor* x = runner.random({33, 5, 2, 1}, 1);
  x = add(g, mul(g, layer_norm(g, x, 1e-3f), runner.random({33, 1, 1, 1}, 2)),
          runner.random({33, 5, 1, 1}, 3));
  x = mul(g, rms_norm(g, x, 1e-3f), runner.random({33, 1, 2, 1}, 4));
  for (unsigned i = 0; i < 5; ++i) x = add(g, x, runner.random({11, 5, 1, 1}, 5 + i));
  return runner.compute(x);
}

void cpu_computes_the_same_fused() {
  const auto unfused = compute(false);
  CHECK_ALL_NEAR(compute(true), unfused, 1e-5);
}

void counts_what_was_fused() {
  GraphRunner runner;
  FusionControl& control = runner.fusion();
  control.set_enabled(true);
  control.stats_init();
  control.stats_reset();
  compute(true);
  std::string seen;
  for (const FusionCount& count : control.stats_get()) {
    if (count.count != 0)
      seen += std::string(count.label) + "=" + std::to_string(count.count) + " ";
  }
  CHECK_EQUAL(seen, "ADD+ADD+ADD+ADD+ADD=1 NORM+MUL+ADD=1 RMS_NORM+MUL=1 ");
  control.stats_reset();
  compute(false);
  for (const FusionCount& count : control.stats_get()) CHECK_EQUAL(count.count, 0u);
  control.set_enabled(true);
}

void counts_from_many_threads() {
  FusionControl control("test", all_fusions());
  control.stats_init();
  Graph g;
  mul(g, rms_norm(g, g.input(Type::f32, {8, 3, 1, 1}, "x"), 1e-5f),
      g.input(Type::f32, {8, 1, 1, 1}, "w"));
  const auto steps = fuse(g, all_fusions(), FusionCheck::structural);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 1000; ++i) control.count(steps[0]);
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::uint64_t total = 0;
  for (const FusionCount& count : control.stats_get()) total += count.count;
  CHECK_EQUAL(total, 4000u);
}

}  // namespace core_fusion_control_test

void test_core_fusion_control(TestTable& tests) {
  using namespace core_fusion_control_test;
  tests.add("core_fusion_control", "cpu computes the same fused", cpu_computes_the_same_fused);
  tests.add("core_fusion_control", "counts what was fused", counts_what_was_fused);
  tests.add("core_fusion_control", "counts from many threads", counts_from_many_threads);
}

}  // namespace tern
