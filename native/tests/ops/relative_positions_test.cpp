#include "ops/relative_positions.h"

#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace ops_relative_positions_test {

void gives_a_row_for_each_pair() {
  constexpr std::size_t width = 3;
  constexpr std::size_t n = 4;
  for (const Type type : {Type::f32, Type::f16}) {
    const auto table = round_trip(type, random_floats(width * (2 * n - 1), 1));
    std::vector<float> expected;
    for (std::size_t query = 0; query < n; ++query)
      for (std::size_t key = 0; key < n; ++key)
        for (std::size_t i = 0; i < width; ++i)
          expected.push_back(table[(n - 1 + query - key) * width + i]);
    GraphRunner runner(2);
    Tensor* rows = runner.floats({width, 2 * n - 1, 1, 1}, table, type);
    CHECK_ALL_NEAR(runner.compute(relative_positions(runner.graph(), rows)), expected, 0.0);
  }
}

void adds_columns_and_rows() {
  constexpr std::size_t columns = 3;
  constexpr std::size_t rows = 2;
  constexpr std::size_t queries = 5;
  constexpr std::size_t heads = 2;
  const auto x = random_floats(columns * rows * queries * heads, 1);
  const auto across = random_floats(columns * queries * heads, 2);
  const auto down = random_floats(rows * queries * heads, 3);
  std::vector<float> expected;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::size_t query = i / (columns * rows);
    expected.push_back(x[i] + across[query * columns + i % columns] +
                       down[query * rows + i / columns % rows]);
  }
  GraphRunner runner(2);
  Tensor* sum =
      add_relative_positions(runner.graph(), runner.floats({columns * rows, queries, heads, 1}, x),
                             runner.floats({columns, queries, heads, 1}, across),
                             runner.floats({rows, queries, heads, 1}, down));
  CHECK_ALL_NEAR(runner.compute(sum), expected, 1e-6);
}

void refuses_what_does_not_fit() {
  Graph g;
  const auto input = [&](const Shape& shape) { return g.input(Type::f32, shape, "t"); };
  CHECK_THROWS(GraphError,
               "[relative_positions] expected a table of 2 n - 1 rows, got t: F32 [3, 4]",
               relative_positions(g, input({3, 4, 1, 1})));
  Tensor* x = input({6, 5, 2, 1});
  CHECK_THROWS(GraphError, "[add_relative_positions] expected shape [3, 5, 2], got t: F32 [3, 5]",
               add_relative_positions(g, x, input({3, 5, 1, 1}), input({2, 5, 2, 1})));
  CHECK_THROWS(GraphError, "expected 3 * 3 keys, got t: F32 [6, 5, 2]",
               add_relative_positions(g, x, input({3, 5, 2, 1}), input({3, 5, 2, 1})));
}

}  // namespace ops_relative_positions_test

void test_ops_relative_positions(TestTable& tests) {
  using namespace ops_relative_positions_test;
  const auto add = [&](const char* name, void (*body)()) {
    tests.add("ops_relative_positions", name, body);
  };
  add("gives a row for each pair", gives_a_row_for_each_pair);
  add("adds columns and rows", adds_columns_and_rows);
  add("refuses what does not fit", refuses_what_does_not_fit);
}

}  // namespace tern
