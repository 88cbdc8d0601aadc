#include "ops/get_rows.h"
#include "ops/layout.h"
#include "ops/set_rows.h"
#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace ops_rows_test {

using Values = std::vector<float>;

void gets_rows_of_every_type() {
  for (const Type type : float_types()) {
    const auto bytes = random_blocks(type, 256 * 5, 1);
    Values table(256 * 5);
    dequantize(type, bytes, table);
    GraphRunner runner(2);
    Tensor* rows = get_rows(runner.graph(), runner.stored({256, 5, 1, 1}, bytes, type),
                            runner.integers({4, 0, 4}));
    Values expected(table.begin() + 1024, table.end());
    expected.insert(expected.end(), table.begin(), table.begin() + 256);
    expected.insert(expected.end(), table.begin() + 1024, table.end());
    CHECK_ALL_NEAR(runner.compute(rows), expected, 0.0);
  }
}

void gives_zeros_for_rows_that_do_not_exist() {
  GraphRunner runner;
  Tensor* table = runner.floats({2, 2, 1, 1}, {1, 2, 3, 4});
  Tensor* rows = get_rows(runner.graph(), table, runner.integers({2, 1, -1}));
  CHECK_ALL_NEAR(runner.compute(rows), (Values{0, 0, 3, 4, 0, 0}), 0.0);
}

/// Tables of one column and numbers that are part of longer rows, as chosen experts are.
void gets_rows_of_each_matrix() {
  GraphRunner runner(2);
  Graph& g = runner.graph();
  Tensor* tables = runner.floats({1, 3, 2, 1}, {1, 2, 3, 4, 5, 6});
  Tensor* numbers = runner.integers({3, 2, 1, 1}, {2, 0, 1, 1, 2, 0});
  Tensor* first = view(g, numbers, {2, 2, 1, 1}, numbers->stride, 0);
  CHECK_ALL_NEAR(runner.compute(get_rows(g, tables, first)), (Values{3, 1, 5, 6}), 0.0);
}

void gets_rows_of_integers() {
  GraphRunner runner;
  Tensor* table = runner.integers({2, 3, 1, 1}, {1, 2, 3, 4, 5, 6});
  Tensor* rows = get_rows(runner.graph(), table, runner.integers({2, 3, 0}));
  CHECK(runner.compute_integers(rows) == (std::vector<std::int32_t>{5, 6, 0, 0, 1, 2}));
}

void sets_rows() {
  for (const Type type : {Type::f32, Type::f16, Type::bf16}) {
    GraphRunner runner(2);
    Tensor* target = runner.floats({2, 3, 1, 1}, {1, 2, 3, 4, 5, 6}, type);
    Tensor* source = runner.floats({2, 3, 1, 1}, {10, 20, 30, 40, 50, 60});
    Tensor* result = set_rows(runner.graph(), target, source, runner.integers({2, 0, 7}));
    CHECK_ALL_NEAR(runner.compute(result), (Values{30, 40, 3, 4, 10, 20}), 0.0);
  }
}

void sets_rows_of_every_type() {
  const auto x = random_floats(512, 1);
  for (const Type type : float_types()) {
    if (traits(type).from_float == nullptr) continue;
    GraphRunner runner(2);
    Tensor* target = runner.floats({256, 3, 1, 1}, Values(768, 0.0f), type);
    Tensor* result =
        set_rows(runner.graph(), target, runner.floats({256, 2, 1, 1}, x), runner.integers({2, 0}));
    Values expected(x.begin() + 256, x.end());
    expected.insert(expected.end(), 256, 0.0f);
    expected.insert(expected.end(), x.begin(), x.begin() + 256);
    CHECK_ALL_NEAR(runner.compute(result), round_trip(type, expected), 0.0);
  }
}

/// Three matrices with one list of numbers each, in two batches that share them.
void sets_rows_of_each_matrix() {
  GraphRunner runner(2);
  Tensor* target = runner.floats({1, 2, 3, 2}, Values(12, 0.0f));
  Tensor* source = runner.floats({1, 1, 3, 2}, {1, 2, 3, 4, 5, 6});
  Tensor* rows = runner.integers({1, 3, 1, 1}, {0, 1, 0});
  CHECK_ALL_NEAR(runner.compute(set_rows(runner.graph(), target, source, rows)),
                 (Values{1, 0, 0, 2, 3, 0, 4, 0, 0, 5, 6, 0}), 0.0);
}

void refuses_bad_operands() {
  Graph g;
  Tensor* table = g.input(Type::f32, {4, 8, 1, 1}, "table");
  Tensor* numbers = g.input(Type::i32, {2, 1, 1, 1}, "numbers");
  Tensor* source = g.input(Type::f32, {4, 3, 1, 1}, "source");
  CHECK_THROWS(GraphError, "[get_rows] expected type I32, got table: F32 [4, 8]",
               get_rows(g, table, table));
  Tensor* bytes = g.input(Type::i8, {4, 8, 1, 1}, "bytes");
  CHECK_THROWS(GraphError, "[get_rows] expected a table of floats, got bytes: I8 [4, 8]",
               get_rows(g, bytes, numbers));
  CHECK_THROWS(GraphError, "[get_rows] expected row numbers of shape [2, 3], got numbers: I32 [2]",
               get_rows(g, g.input(Type::f32, {4, 8, 3, 1}, "tables"), numbers));
  CHECK_THROWS(GraphError, "[set_rows] expected rows of shape [4, 2], got source: F32 [4, 3]",
               set_rows(g, table, source, numbers));
  CHECK_THROWS(GraphError,
               "[set_rows] expected row numbers that fit the target, got lists: I32 [3, 2]",
               set_rows(g, table, source, g.input(Type::i32, {3, 2, 1, 1}, "lists")));
}

}  // namespace ops_rows_test

void test_ops_rows(TestTable& tests) {
  using namespace ops_rows_test;
  tests.add("ops_rows", "gets rows of every type", gets_rows_of_every_type);
  tests.add("ops_rows", "gives zeros for rows that do not exist",
            gives_zeros_for_rows_that_do_not_exist);
  tests.add("ops_rows", "gets rows of each matrix", gets_rows_of_each_matrix);
  tests.add("ops_rows", "gets rows of integers", gets_rows_of_integers);
  tests.add("ops_rows", "sets rows", sets_rows);
  tests.add("ops_rows", "sets rows of every type", sets_rows_of_every_type);
  tests.add("ops_rows", "sets rows of each matrix", sets_rows_of_each_matrix);
  tests.add("ops_rows", "refuses bad operands", refuses_bad_operands);
}

}  // namespace tern
