#include "ops/gated_linear_attention.h"

#include "tern/error.h"
#include "tests/support/square_states.h"

namespace tern {
namespace ops_gated_linear_attention_test {

struct Trial {
  explicit Trial(const SquareSizes& sizes)
      : s(sizes),
        q(random_vectors(s, 1)),
        k(random_vectors(s, 2)),
        v(random_vectors(s, 3)),
        gate(random_decays(s, 4)),
        states(random_states(s, 9)) {}

  SquareSizes s;
  std::vector<float> q, k, v, gate, states;

  std::vector<double> output_of(const WalkStep& step) const {
    const auto size = static_cast<std::size_t>(s.size);
    const std::size_t at = step.channel(s.size);
    std::vector<double> output(size);
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = 0; j < size; ++j) {
        double& state = step.state[i * size + j];
        state = state * gate[at + i] + static_cast<double>(k[at + i]) * v[at + j];
        output[j] += 0.25 * q[at + i] * state;
      }
    }
    return output;
  }

  GatedLinearAttention operands(GraphRunner& runner) const {
    return {.q = runner.floats(s.vectors(), q),
            .k = runner.floats(s.vectors(), k),
            .v = runner.floats(s.vectors(), v),
            .gate = runner.floats(s.vectors(), gate),
            .states = runner.floats(s.states(), states)};
  }

  Recurrence build(GraphRunner& runner) const {
    return gated_linear_attention(runner.graph(), operands(runner), 0.25f);
  }
};

void agrees_with_the_definition() { compare_with_definition<Trial>(2e-5); }

void refuses_what_does_not_fit() {
  GraphRunner runner;
  Graph& g = runner.graph();
  const GatedLinearAttention right = Trial({4, 2, 3, 2}).operands(runner);
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
