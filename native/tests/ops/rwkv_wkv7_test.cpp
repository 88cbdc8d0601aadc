#include "ops/rwkv_wkv7.h"

#include <cmath>

#include "tern/error.h"
#include "tests/support/square_states.h"

namespace tern {
namespace ops_rwkv_wkv7_test {

struct Trial {
  explicit Trial(const SquareSizes& sizes)
      : s(sizes),
        r(random_vectors(s, 1)),
        decay(random_decays(s, 2)),
        k(random_vectors(s, 3)),
        v(random_vectors(s, 4)),
        a(random_vectors(s, 5)),
        b(a.size()),
        states(random_states(s, 9)) {
    // As models make them: b undoes what a reads, so that states do not grow.
    const float unit = 1.0f / std::sqrt(static_cast<float>(s.size));
    for (float& x : a) x *= unit;
    for (std::size_t i = 0; i < b.size(); ++i) b[i] = -0.5f * a[i];
  }

  SquareSizes s;
  std::vector<float> r, decay, k, v, a, b, states;

  std::vector<double> output_of(const WalkStep& step) const {
    const auto size = static_cast<std::size_t>(s.size);
    const std::size_t at = step.channel(s.size);
    std::vector<double> output(size);
    for (std::size_t i = 0; i < size; ++i) {
      double* row = &step.state[i * size];
      double read = 0.0;
      for (std::size_t j = 0; j < size; ++j) read += row[j] * a[at + j];
      for (std::size_t j = 0; j < size; ++j) {
        row[j] =
            row[j] * decay[at + j] + static_cast<double>(v[at + i]) * k[at + j] + read * b[at + j];
        output[i] += row[j] * r[at + j];
      }
    }
    return output;
  }

  RwkvWkv7 operands(GraphRunner& runner) const {
    return {.r = runner.floats(s.vectors(), r),
            .decay = runner.floats(s.vectors(), decay),
            .k = runner.floats(s.vectors(), k),
            .v = runner.floats(s.vectors(), v),
            .a = runner.floats(s.vectors(), a),
            .b = runner.floats(s.vectors(), b),
            .states = runner.floats(s.states(), states)};
  }

  Recurrence build(GraphRunner& runner) const {
    return rwkv_wkv7(runner.graph(), operands(runner));
  }
};

void agrees_with_the_definition() { compare_with_definition<Trial>(5e-5); }

void refuses_what_does_not_fit() {
  GraphRunner runner;
  Graph& g = runner.graph();
  const RwkvWkv7 right = Trial({4, 2, 3, 2}).operands(runner);
  RwkvWkv7 wrong = right;
  wrong.k = g.input(Type::f32, {4, 2, 3, 1}, "k");
  CHECK_THROWS(GraphError, "[rwkv_wkv7] expected shape [4, 2, 3, 2], got k: F32 [4, 2, 3]",
               rwkv_wkv7(g, wrong));
  wrong = right;
  wrong.a = g.input(Type::f16, {4, 2, 3, 2}, "a");
  CHECK_THROWS(GraphError, "expected type F32, got a: F16", rwkv_wkv7(g, wrong));
  wrong = right;
  wrong.states = g.input(Type::f32, {4, 3, 2, 2}, "states");
  CHECK_THROWS(GraphError, "expected shape [4, 4, 2, 2], got states: F32 [4, 3, 2, 2]",
               rwkv_wkv7(g, wrong));
}

}  // namespace ops_rwkv_wkv7_test

void test_ops_rwkv_wkv7(TestTable& tests) {
  using namespace ops_rwkv_wkv7_test;
  tests.add("ops_rwkv_wkv7", "agrees with the definition", agrees_with_the_definition);
  tests.add("ops_rwkv_wkv7", "refuses what does not fit", refuses_what_does_not_fit);
}

}  // namespace tern
