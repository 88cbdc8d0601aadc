#include "ops/rwkv_wkv6.h"

#include "tern/error.h"
#include "tests/support/square_states.h"

namespace tern {
namespace ops_rwkv_wkv6_test {

struct Trial {
  explicit Trial(const SquareSizes& sizes)
      : s(sizes),
        k(random_vectors(s, 1)),
        v(random_vectors(s, 2)),
        r(random_vectors(s, 3)),
        first(random_floats(static_cast<std::size_t>(s.size * s.heads), 4)),
        decay(random_decays(s, 5)),
        states(random_states(s, 9)) {}

  SquareSizes s;
  std::vector<float> k, v, r, first, decay, states;

  std::vector<double> output_of(const WalkStep& step) const {
    const auto size = static_cast<std::size_t>(s.size);
    const std::size_t at = step.channel(s.size);
    std::vector<double> output(size);
    const auto base = static_cast<std::size_t>(step.head * s.size);
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = 0; j < size; ++j) {
        double& state = step.state[i * size + j];
        const double product = static_cast<double>(k[at + i]) * v[at + j];
        output[j] += r[at + i] * (state + first[base + i] * product);
        state = state * decay[at + i] + product;
      }
    }
    return output;
  }

  RwkvWkv6 operands(GraphRunner& runner) const {
    return {.k = runner.floats(s.vectors(), k),
            .v = runner.floats(s.vectors(), v),
            .r = runner.floats(s.vectors(), r),
            .first = runner.floats({s.size, s.heads, 1, 1}, first),
            .decay = runner.floats(s.vectors(), decay),
            .states = runner.floats(s.states(), states)};
  }

  Recurrence build(GraphRunner& runner) const {
    return rwkv_wkv6(runner.graph(), operands(runner));
  }
};

void agrees_with_the_definition() { compare_with_definition<Trial>(5e-5); }

void refuses_what_does_not_fit() {
  GraphRunner runner;
  Graph& g = runner.graph();
  const RwkvWkv6 right = Trial({4, 2, 3, 2}).operands(runner);
  RwkvWkv6 wrong = right;
  wrong.k = g.input(Type::f32, {4, 2, 3, 1}, "k");
  CHECK_THROWS(GraphError, "[rwkv_wkv6] expected shape [4, 2, 3, 2], got k: F32 [4, 2, 3]",
               rwkv_wkv6(g, wrong));
  wrong = right;
  wrong.decay = g.input(Type::f16, {4, 2, 3, 2}, "decay");
  CHECK_THROWS(GraphError, "expected type F32, got decay: F16", rwkv_wkv6(g, wrong));
  wrong = right;
  wrong.states = g.input(Type::f32, {4, 3, 2, 2}, "states");
  CHECK_THROWS(GraphError, "expected shape [4, 4, 2, 2], got states: F32 [4, 3, 2, 2]",
               rwkv_wkv6(g, wrong));
  wrong = right;
  wrong.first = g.input(Type::f32, {4, 3, 1, 1}, "first");
  CHECK_THROWS(GraphError, "expected shape [4, 2], got first: F32 [4, 3]", rwkv_wkv6(g, wrong));
}

}  // namespace ops_rwkv_wkv6_test

void test_ops_rwkv_wkv6(TestTable& tests) {
  using namespace ops_rwkv_wkv6_test;
  tests.add("ops_rwkv_wkv6", "agrees with the definition", agrees_with_the_definition);
  tests.add("ops_rwkv_wkv6", "refuses what does not fit", refuses_what_does_not_fit);
}

}  // namespace tern
