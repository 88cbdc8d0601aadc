#include "ops/col2im.h"

#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace ops_col2im_test {

struct Case {
  std::int64_t size, outputs, columns;
  Col2imParams p;
  Type type = Type::f32;
};

std::vector<float> reference(const Case& c, const std::vector<float>& x) {
  const std::int64_t length = (c.columns - 1) * c.p.stride + c.size - 2 * c.p.padding;
  std::vector<double> sums(static_cast<std::size_t>(length * c.outputs));
  for (std::int64_t i = 0; i < static_cast<std::int64_t>(x.size()); ++i) {
    const std::int64_t column = i / (c.size * c.outputs);
    const std::int64_t place = column * c.p.stride + i % c.size - c.p.padding;
    if (place < 0 || place >= length) continue;
    const std::int64_t output = i / c.size % c.outputs;
    sums[static_cast<std::size_t>(output * length + place)] += x[static_cast<std::size_t>(i)];
  }
  return {sums.begin(), sums.end()};
}

void agrees_with_the_definition() {
  for (const Case& c :
       {Case{4, 3, 9, {2, 0}}, Case{5, 1, 6, {3, 2}}, Case{3, 2, 4, {1, 1}}, Case{2, 2, 5, {4, 0}},
        Case{8, 3, 7, {4, 2}, Type::f16}, Case{8, 3, 7, {4, 2}, Type::bf16}}) {
    const auto x = round_trip(
        c.type, random_floats(static_cast<std::size_t>(c.size * c.outputs * c.columns), 1));
    GraphRunner runner(2);
    Tensor* columns = runner.floats({c.size * c.outputs, c.columns, 1, 1}, x, c.type);
    CHECK_ALL_NEAR(runner.compute(col2im_1d(runner.graph(), columns, c.outputs, c.p)),
                   reference(c, x), 1e-6);
  }
}

void refuses_what_does_not_fit() {
  Graph g;
  Tensor* x = g.input(Type::f32, {12, 5, 1, 1}, "x");
  CHECK_THROWS(GraphError, "[col2im] expected columns for 5 outputs, got x: F32 [12, 5]",
               col2im_1d(g, x, 5, {}));
  CHECK_THROWS(GraphError, "expected a stride >= 1, got 0", col2im_1d(g, x, 3, {.stride = 0}));
  CHECK_THROWS(GraphError, "expected something left without the padding, got 0",
               col2im_1d(g, x, 3, {.stride = 1, .padding = 4}));
}

}  // namespace ops_col2im_test

void test_ops_col2im(TestTable& tests) {
  using namespace ops_col2im_test;
  tests.add("ops_col2im", "agrees with the definition", agrees_with_the_definition);
  tests.add("ops_col2im", "refuses what does not fit", refuses_what_does_not_fit);
}

}  // namespace tern
