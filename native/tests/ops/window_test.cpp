#include "ops/window.h"

#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace ops_window_test {

void parts_by_rows() {
  // Three columns, two rows, windows of two: the second window is half empty.
  const std::vector<float> x{1, 2, 3, 4, 5, 6};
  GraphRunner runner(2);
  Tensor* windows = window_part(runner.graph(), runner.floats({1, 3, 2, 1}, x), 2);
  CHECK_EQUAL(to_string(windows->shape), "[1, 2, 2, 2]");
  CHECK_ALL_NEAR(runner.compute(windows), (std::vector<float>{1, 2, 4, 5, 3, 0, 6, 0}), 0.0);
}

void joins_what_was_parted() {
  for (const std::int32_t size : {1, 2, 3, 7, 14}) {
    const auto x = random_floats(5 * 9 * 7, 1);
    GraphRunner runner(3);
    Graph& g = runner.graph();
    Tensor* windows = window_part(g, runner.floats({5, 9, 7, 1}, x), size);
    CHECK_ALL_NEAR(runner.compute(window_join(g, windows, 9, 7)), x, 0.0);
  }
}

void refuses_what_does_not_fit() {
  Graph g;
  Tensor* x = g.input(Type::f32, {4, 3, 3, 5}, "x");
  CHECK_THROWS(GraphError, "[window_part] expected [width, columns, rows], got x: F32 [4, 3, 3, 5]",
               window_part(g, x, 2));
  CHECK_THROWS(GraphError, "windows of size >= 1, got 0",
               window_part(g, g.input(Type::f32, {4, 3, 3, 1}, "y"), 0));
  CHECK_THROWS(GraphError, "[window_join] expected 6 windows for 9 x 6, got x: F32 [4, 3, 3, 5]",
               window_join(g, x, 9, 6));
}

}  // namespace ops_window_test

void test_ops_window(TestTable& tests) {
  using namespace ops_window_test;
  tests.add("ops_window", "parts by rows", parts_by_rows);
  tests.add("ops_window", "joins what was parted", joins_what_was_parted);
  tests.add("ops_window", "refuses what does not fit", refuses_what_does_not_fit);
}

}  // namespace tern
