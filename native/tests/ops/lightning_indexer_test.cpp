#include "ops/lightning_indexer.h"

#include <algorithm>
#include <limits>

#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace ops_lightning_indexer_test {

struct Case {
  std::size_t size, heads, tokens, cells, sequences, masks;
  Type type, mask;
};

struct Values {
  std::vector<float> q, k, weights, mask;
};

Values values(const Case& c) {
  return {random_floats(c.size * c.heads * c.tokens * c.sequences, 1),
          random_floats(c.size * c.cells * c.sequences, 2),
          random_floats(c.heads * c.tokens * c.sequences, 3),
          round_trip(c.mask, random_floats(c.cells * c.tokens * c.masks, 4))};
}

double score(const Case& c, const Values& v, std::size_t row, const float* key) {
  double sum = 0.0;
  for (std::size_t head = 0; head < c.heads; ++head) {
    double product = 0.0;
    for (std::size_t i = 0; i < c.size; ++i)
      product += static_cast<double>(v.q[(row * c.heads + head) * c.size + i]) * key[i];
    sum += std::max(product, 0.0) * v.weights[row * c.heads + head];
  }
  return sum;
}

std::vector<float> reference(const Case& c, const Values& v) {
  const auto k = round_trip(c.type, v.k);
  std::vector<float> result;
  for (std::size_t row = 0; row < c.tokens * c.sequences; ++row) {
    const std::size_t sequence = row / c.tokens;
    const std::size_t mask = (sequence % c.masks * c.tokens + row % c.tokens) * c.cells;
    for (std::size_t cell = 0; cell < c.cells; ++cell) {
      const float* key = &k[(sequence * c.cells + cell) * c.size];
      result.push_back(static_cast<float>(score(c, v, row, key) + v.mask[mask + cell]));
    }
  }
  return result;
}

void compare(const Case& c) {
  const Values v = values(c);
  const auto n = [](std::size_t size) { return static_cast<std::int64_t>(size); };
  GraphRunner runner(3);
  const LightningIndexer indexer{
      runner.floats({n(c.size), n(c.heads), n(c.tokens), n(c.sequences)}, v.q),
      runner.floats({n(c.size), 1, n(c.cells), n(c.sequences)}, v.k, c.type),
      runner.floats({n(c.heads), n(c.tokens), 1, n(c.sequences)}, v.weights),
      runner.floats({n(c.cells), n(c.tokens), 1, n(c.masks)}, v.mask, c.mask)};
  CHECK_ALL_NEAR(runner.compute(lightning_indexer(runner.graph(), indexer)), reference(c, v), 1e-4);
}

void agrees_with_the_definition() {
  compare({128, 8, 3, 37, 1, 1, Type::f32, Type::f32});
  compare({128, 64, 1, 70, 1, 1, Type::f16, Type::f16});
  compare({64, 4, 2, 33, 4, 2, Type::q8_0, Type::f16});
  compare({7, 3, 2, 5, 2, 1, Type::f32, Type::f32});
}

void refuses_what_does_not_fit() {
  Graph g;
  const auto input = [&](const Shape& shape, Type type = Type::f32) {
    return g.input(type, shape, "t");
  };
  const LightningIndexer right{input({8, 4, 3, 2}), input({8, 1, 10, 2}), input({4, 3, 1, 2}),
                               input({10, 3, 1, 1})};
  LightningIndexer a = right;
  a.k = input({8, 2, 10, 2});
  CHECK_THROWS(GraphError,
               "[lightning_indexer] expected shape [8, 1, 10, 2], got t: F32 [8, 2, 10, 2]",
               lightning_indexer(g, a));
  a.k = input({8, 1, 10, 2}, Type::i32);
  CHECK_THROWS(GraphError, "expected keys of floats", lightning_indexer(g, a));
  a = right;
  a.weights = input({3, 4, 1, 2});
  CHECK_THROWS(GraphError, "expected shape [4, 3, 1, 2]", lightning_indexer(g, a));
  a = right;
  a.mask = input({10, 3, 1, 3});
  CHECK_THROWS(GraphError, "expected masks that divide 2 sequences", lightning_indexer(g, a));
  a.mask = input({10, 3, 1, 1}, Type::bf16);
  CHECK_THROWS(GraphError, "a mask of type F32 or F16", lightning_indexer(g, a));
}

}  // namespace ops_lightning_indexer_test

void test_ops_lightning_indexer(TestTable& tests) {
  using namespace ops_lightning_indexer_test;
  tests.add("ops_lightning_indexer", "agrees with the definition", agrees_with_the_definition);
  tests.add("ops_lightning_indexer", "refuses what does not fit", refuses_what_does_not_fit);
}

}  // namespace tern
