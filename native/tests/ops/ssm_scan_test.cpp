#include "ops/ssm_scan.h"

#include <cmath>

#include "tern/error.h"
#include "tests/support/recurrence.h"

namespace tern {
namespace ops_ssm_scan_test {

struct Case {
  std::int64_t state, size, heads, groups, tokens, sequences;
  bool scalar_decay;
  std::int64_t snapshots = 1;
};

struct Values {
  std::vector<float> states, x, dt, decay, b, c;
  std::vector<std::int32_t> slots;
};

constexpr std::int64_t slot_count = 5;

Values values(const Case& c) {
  const auto some = [](std::int64_t n, unsigned seed) {
    return random_floats(static_cast<std::size_t>(n), seed);
  };
  const std::int64_t rows = c.tokens * c.sequences;
  Values v{some(c.state * c.size * c.heads * slot_count, 1),
           some(c.size * c.heads * rows, 2),
           some(c.heads * rows, 3),
           some((c.scalar_decay ? 1 : c.state) * c.heads, 4),
           some(c.state * c.groups * rows, 5),
           some(c.state * c.groups * rows, 6),
           {}};
  for (float& rate : v.decay) rate = -std::fabs(rate);
  v.dt[0] = 25.0f;  // where softplus is the identity
  for (std::int64_t i = 0; i < c.sequences; ++i)
    v.slots.push_back(static_cast<std::int32_t>((i * 3 + 2) % slot_count));
  return v;
}

double decay_of(const Case& c, const Values& v, std::int64_t head, std::int64_t i) {
  return v.decay[static_cast<std::size_t>(c.scalar_decay ? head : head * c.state + i)];
}

std::vector<double> step_of(const Case& c, const Values& v, const WalkStep& step) {
  const double t = std::log1p(std::exp(static_cast<double>(v.dt[step.row()])));
  const std::int64_t group = step.head / (c.heads / c.groups);
  const std::int64_t row = (step.sequence * c.tokens + step.token) * c.groups + group;
  std::vector<double> output;
  for (std::int64_t i = 0; i < c.size; ++i) {
    double sum = 0.0;
    for (std::int64_t j = 0; j < c.state; ++j) {
      double& state = step.state[static_cast<std::size_t>(i * c.state + j)];
      const auto in_group = static_cast<std::size_t>(row * c.state + j);
      const double x = v.x[step.channel(c.size) + static_cast<std::size_t>(i)];
      state = state * std::exp(t * decay_of(c, v, step.head, j)) + v.b[in_group] * t * x;
      sum += state * v.c[in_group];
    }
    output.push_back(sum);
  }
  return output;
}

SsmScan operands(GraphRunner& runner, const Case& c, const Values& v) {
  return {.states = runner.floats({c.state, c.size, c.heads, slot_count}, v.states),
          .x = runner.floats({c.size, c.heads, c.tokens, c.sequences}, v.x),
          .dt = runner.floats({c.heads, c.tokens, c.sequences, 1}, v.dt),
          .decay = runner.floats({c.scalar_decay ? 1 : c.state, c.heads, 1, 1}, v.decay),
          .b = runner.floats({c.state, c.groups, c.tokens, c.sequences}, v.b),
          .c = runner.floats({c.state, c.groups, c.tokens, c.sequences}, v.c),
          .slots = runner.integers(v.slots)};
}

void compare(const Case& c) {
  const Values v = values(c);
  GraphRunner runner(3);
  const Recurrence scan = ssm_scan(runner.graph(), operands(runner, c, v), c.snapshots);
  const std::int64_t kept = std::min(c.snapshots, c.tokens);
  const auto expected =
      walk({c.size, c.heads, c.tokens, c.sequences, c.state * c.size, kept}, v.states, v.slots,
           [&](const WalkStep& step) { return step_of(c, v, step); });
  CHECK_ALL_NEAR(compute_both(runner, scan), expected, 1e-4);
}

void agrees_for_mamba_1() {
  compare({16, 1, 24, 1, 1, 1, false});
  compare({16, 1, 24, 1, 6, 3, false});
  compare({7, 3, 4, 2, 3, 2, false});
}

void agrees_for_mamba_2() {
  compare({128, 8, 4, 1, 1, 1, true});
  compare({32, 8, 6, 3, 5, 2, true});
  compare({5, 2, 2, 2, 4, 4, true});
}

void keeps_snapshots() {
  compare({16, 4, 4, 2, 5, 2, true, 2});
  compare({16, 4, 4, 2, 3, 2, true, 4});
  compare({16, 1, 8, 1, 4, 1, false, 4});
}

void refuses_what_does_not_fit() {
  const Case c{4, 2, 6, 3, 2, 2, true};
  const Values v = values(c);
  GraphRunner runner;
  Graph& g = runner.graph();
  const SsmScan right = operands(runner, c, v);
  CHECK_THROWS(GraphError, "[ssm_scan] expected at least one snapshot, got 0",
               ssm_scan(g, right, 0));
  SsmScan scan = right;
  scan.states = g.input(Type::f32, {4, 2, 5, 2}, "states");
  CHECK_THROWS(GraphError, "[ssm_scan] expected shape [4, 2, 6, 2], got states: F32 [4, 2, 5, 2]",
               ssm_scan(g, scan));
  scan = right;
  scan.dt = g.input(Type::f32, {6, 2, 1, 1}, "dt");
  CHECK_THROWS(GraphError, "expected shape [6, 2, 2], got dt: F32 [6, 2]", ssm_scan(g, scan));
  scan = right;
  scan.decay = g.input(Type::f32, {2, 6, 1, 1}, "decay");
  CHECK_THROWS(GraphError, "expected shape [4, 6], got decay: F32 [2, 6]", ssm_scan(g, scan));
  scan = right;
  scan.b = g.input(Type::f32, {4, 4, 2, 2}, "b");
  CHECK_THROWS(GraphError, "expected groups that divide 6 heads, got b: F32 [4, 4, 2, 2]",
               ssm_scan(g, scan));
  scan = right;
  scan.c = g.input(Type::f16, {4, 3, 2, 2}, "c");
  CHECK_THROWS(GraphError, "expected type F32, got c: F16", ssm_scan(g, scan));
  scan = right;
  scan.slots = g.input(Type::i32, {3, 1, 1, 1}, "slots");
  CHECK_THROWS(GraphError, "expected shape [2], got slots: I32 [3]", ssm_scan(g, scan));
}

}  // namespace ops_ssm_scan_test

void test_ops_ssm_scan(TestTable& tests) {
  using namespace ops_ssm_scan_test;
  tests.add("ops_ssm_scan", "agrees for Mamba 1", agrees_for_mamba_1);
  tests.add("ops_ssm_scan", "agrees for Mamba 2", agrees_for_mamba_2);
  tests.add("ops_ssm_scan", "keeps snapshots", keeps_snapshots);
  tests.add("ops_ssm_scan", "refuses what does not fit", refuses_what_does_not_fit);
}

}  // namespace tern
