#include "ops/fill.h"

#include <limits>

#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace ops_fill_test {

using Values = std::vector<float>;

void fills() {
  GraphRunner runner(2);
  CHECK_ALL_NEAR(runner.compute(fill(runner.graph(), {2, 3, 1, 1}, 1.5f)), Values(6, 1.5f), 0.0);
  GraphRunner hidden;
  const float infinity = std::numeric_limits<float>::infinity();
  CHECK(hidden.compute(fill(hidden.graph(), {3, 1, 1, 1}, -infinity)) == Values(3, -infinity));
}

void counts_in_steps() {
  const auto compute = [](float start, float stop, float step) {
    GraphRunner runner(3);
    return runner.compute(arange(runner.graph(), start, stop, step));
  };
  CHECK_ALL_NEAR(compute(0.0f, 5.0f, 1.0f), (Values{0, 1, 2, 3, 4}), 0.0);
  CHECK_ALL_NEAR(compute(1.0f, 2.25f, 0.5f), (Values{1, 1.5f, 2}), 0.0);
  CHECK_ALL_NEAR(compute(3.0f, 0.0f, -1.0f), (Values{3, 2, 1}), 0.0);
  CHECK_ALL_NEAR(compute(3.0f, 3.0f, 1.0f), Values{}, 0.0);
}

void refuses_bad_steps() {
  Graph g;
  CHECK_THROWS(GraphError, "[arange] expected 0 to 2^24 steps, got 0 to 1 by 0",
               arange(g, 0.0f, 1.0f, 0.0f));
  CHECK_THROWS(GraphError, "got 1 to 0 by 1", arange(g, 1.0f, 0.0f, 1.0f));
  CHECK_THROWS(GraphError, "[fill] expected dimensions >= 0", fill(g, {-1, 1, 1, 1}, 0.0f));
}

}  // namespace ops_fill_test

void test_ops_fill(TestTable& tests) {
  using namespace ops_fill_test;
  tests.add("ops_fill", "fills", fills);
  tests.add("ops_fill", "counts in steps", counts_in_steps);
  tests.add("ops_fill", "refuses bad steps", refuses_bad_steps);
}

}  // namespace tern
