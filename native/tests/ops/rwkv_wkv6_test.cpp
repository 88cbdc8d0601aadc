#include "ops/rwkv_wkv6.h"

#include <cmath>

#include "tern/error.h"
#include "tests/support/recurrence.h"

namespace tern {
namespace ops_rwkv_wkv6_test {

struct Case {
  std::int64_t size, heads, tokens, sequences;
};

struct Values {
  std::vector<float> k, v, r, first, decay, states;
};

Values values(const Case& c) {
  const auto some = [](std::int64_t n, unsigned seed) {
    return random_floats(static_cast<std::size_t>(n), seed);
  };
  const std::int64_t n = c.size * c.heads * c.tokens * c.sequences;
  Values v{some(n, 1), some(n, 2),
           some(n, 3), some(c.size * c.heads, 4),
           some(n, 5), some(c.size * c.size * c.heads * c.sequences, 9)};
  for (float& kept : v.decay) kept = 1.0f / (1.0f + std::exp(-kept));
  return v;
}

std::vector<double> step_of(const Case& c, const Values& v, const WalkStep& step) {
  const auto size = static_cast<std::size_t>(c.size);
  const std::size_t at = step.channel(c.size);
  std::vector<double> output(size);
  const auto first = static_cast<std::size_t>(step.head * c.size);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      double& state = step.state[i * size + j];
      const double product = static_cast<double>(v.k[at + i]) * v.v[at + j];
      output[j] += v.r[at + i] * (state + v.first[first + i] * product);
      state = state * v.decay[at + i] + product;
    }
  }
  return output;
}

RwkvWkv6 operands(GraphRunner& runner, const Case& c, const Values& v) {
  const Shape shape{c.size, c.heads, c.tokens, c.sequences};
  return {.k = runner.floats(shape, v.k),
          .v = runner.floats(shape, v.v),
          .r = runner.floats(shape, v.r),
          .first = runner.floats({c.size, c.heads, 1, 1}, v.first),
          .decay = runner.floats(shape, v.decay),
          .states = runner.floats({c.size, c.size, c.heads, c.sequences}, v.states)};
}

void compare(const Case& c) {
  const Values v = values(c);
  GraphRunner runner(3);
  const auto expected = walk({c.size, c.heads, c.tokens, c.sequences, c.size * c.size}, v.states,
                             {}, [&](const WalkStep& step) { return step_of(c, v, step); });
  CHECK_ALL_NEAR(compute_both(runner, rwkv_wkv6(runner.graph(), operands(runner, c, v))), expected,
                 5e-5);
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
  RwkvWkv6 right = operands(runner, c, v);
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
