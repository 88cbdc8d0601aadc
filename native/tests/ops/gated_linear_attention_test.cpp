#include "ops/gated_linear_attention.h"

#include <cmath>

#include "tern/error.h"
#include "tests/support/recurrence.h"

namespace tern {
namespace ops_gated_linear_attention_test {

struct Case {
  std::int64_t size, heads, tokens, sequences;
};

struct Values {
  std::vector<float> q, k, v, gate, states;
};

Values values(const Case& c) {
  const auto some = [](std::int64_t n, unsigned seed) {
    return random_floats(static_cast<std::size_t>(n), seed);
  };
  const std::int64_t n = c.size * c.heads * c.tokens * c.sequences;
  Values v{some(n, 1), some(n, 2), some(n, 3), some(n, 4),
           some(c.size * c.size * c.heads * c.sequences, 9)};
  for (float& kept : v.gate) kept = 1.0f / (1.0f + std::exp(-kept));
  return v;
}

std::vector<double> step_of(const Case& c, const Values& v, const WalkStep& step) {
  const auto size = static_cast<std::size_t>(c.size);
  const std::size_t at = step.channel(c.size);
  std::vector<double> output(size);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      double& state = step.state[i * size + j];
      state = state * v.gate[at + i] + static_cast<double>(v.k[at + i]) * v.v[at + j];
      output[j] += 0.25 * v.q[at + i] * state;
    }
  }
  return output;
}

GatedLinearAttention operands(GraphRunner& runner, const Case& c, const Values& v) {
  const Shape shape{c.size, c.heads, c.tokens, c.sequences};
  return {.q = runner.floats(shape, v.q),
          .k = runner.floats(shape, v.k),
          .v = runner.floats(shape, v.v),
          .gate = runner.floats(shape, v.gate),
          .states = runner.floats({c.size, c.size, c.heads, c.sequences}, v.states)};
}

void compare(const Case& c) {
  const Values v = values(c);
  GraphRunner runner(3);
  const auto expected = walk({c.size, c.heads, c.tokens, c.sequences, c.size * c.size}, v.states,
                             {}, [&](const WalkStep& step) { return step_of(c, v, step); });
  CHECK_ALL_NEAR(
      compute_both(runner, gated_linear_attention(runner.graph(), operands(runner, c, v), 0.25f)),
      expected, 2e-5);
}

void agrees_with_the_definition() {
  compare({64, 2, 1, 1});
  compare({16, 3, 6, 1});
  compare({32, 2, 4, 3});
  compare({5, 3, 2, 2});
}

void refuses_what_does_not_fit() {
  const Case c{4, 2, 3, 2};
  const Values v = values(c);
  GraphRunner runner;
  Graph& g = runner.graph();
  GatedLinearAttention right = operands(runner, c, v);
  GatedLinearAttention wrong = right;
  wrong.k = g.input(Type::f32, {4, 2, 3, 1}, "k");
  CHECK_THROWS(GraphError,
               "[gated_linear_attention] expected shape [4, 2, 3, 2], got k: F32 [4, 2, 3]",
               gated_linear_attention(g, wrong, 1.0f));
  wrong = right;
  wrong.gate = g.input(Type::f16, {4, 2, 3, 2}, "gate");
  CHECK_THROWS(GraphError, "expected type F32, got gate: F16",
               gated_linear_attention(g, wrong, 1.0f));
  wrong = right;
  wrong.states = g.input(Type::f32, {4, 3, 2, 2}, "states");
  CHECK_THROWS(GraphError, "expected shape [4, 4, 2, 2], got states: F32 [4, 3, 2, 2]",
               gated_linear_attention(g, wrong, 1.0f));
}

}  // namespace ops_gated_linear_attention_test

void test_ops_gated_linear_attention(TestTable& tests) {
  using namespace ops_gated_linear_attention_test;
  tests.add("ops_gated_linear_attention", "agrees with the definition", agrees_with_the_definition);
  tests.add("ops_gated_linear_attention", "refuses what does not fit", refuses_what_does_not_fit);
}

}  // namespace tern
