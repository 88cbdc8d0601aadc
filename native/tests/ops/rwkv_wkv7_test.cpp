#include "ops/rwkv_wkv7.h"

#include <cmath>

#include "tern/error.h"
#include "tests/support/recurrence.h"

namespace tern {
namespace ops_rwkv_wkv7_test {

struct Case {
  std::int64_t size, heads, tokens, sequences;
};

struct Values {
  std::vector<float> r, decay, k, v, a, b, states;
};

Values values(const Case& c) {
  const auto some = [](std::int64_t n, unsigned seed) {
    return random_floats(static_cast<std::size_t>(n), seed);
  };
  const std::int64_t n = c.size * c.heads * c.tokens * c.sequences;
  Values v{some(n, 1),
           some(n, 2),
           some(n, 3),
           some(n, 4),
           some(n, 5),
           some(n, 6),
           some(c.size * c.size * c.heads * c.sequences, 9)};
  for (float& kept : v.decay) kept = 1.0f / (1.0f + std::exp(-kept));
  // As models make them: b undoes what a reads, so that states do not grow.
  const float unit = 1.0f / std::sqrt(static_cast<float>(c.size));
  for (float& a : v.a) a *= unit;
  for (std::size_t i = 0; i < v.b.size(); ++i) v.b[i] = -0.5f * v.a[i];
  return v;
}

std::vector<double> step_of(const Case& c, const Values& v, const WalkStep& step) {
  const auto size = static_cast<std::size_t>(c.size);
  const std::size_t at = step.channel(c.size);
  std::vector<double> output(size);
  for (std::size_t i = 0; i < size; ++i) {
    double* row = &step.state[i * size];
    double read = 0.0;
    for (std::size_t j = 0; j < size; ++j) read += row[j] * v.a[at + j];
    for (std::size_t j = 0; j < size; ++j) {
      row[j] = row[j] * v.decay[at + j] + static_cast<double>(v.v[at + i]) * v.k[at + j] +
               read * v.b[at + j];
      output[i] += row[j] * v.r[at + j];
    }
  }
  return output;
}

RwkvWkv7 operands(GraphRunner& runner, const Case& c, const Values& v) {
  const Shape shape{c.size, c.heads, c.tokens, c.sequences};
  return {.r = runner.floats(shape, v.r),
          .decay = runner.floats(shape, v.decay),
          .k = runner.floats(shape, v.k),
          .v = runner.floats(shape, v.v),
          .a = runner.floats(shape, v.a),
          .b = runner.floats(shape, v.b),
          .states = runner.floats({c.size, c.size, c.heads, c.sequences}, v.states)};
}

void compare(const Case& c) {
  const Values v = values(c);
  GraphRunner runner(3);
  const auto expected = walk({c.size, c.heads, c.tokens, c.sequences, c.size * c.size}, v.states,
                             {}, [&](const WalkStep& step) { return step_of(c, v, step); });
  CHECK_ALL_NEAR(compute_both(runner, rwkv_wkv7(runner.graph(), operands(runner, c, v))), expected,
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
  RwkvWkv7 right = operands(runner, c, v);
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
