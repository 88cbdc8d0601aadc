#include "ops/reduce.h"

#include "tests/harness/cases.h"

namespace tern::harness {
namespace cases_reduce {

using Build = Tensor* (*)(Graph&, Tensor*);

/// Not around zero, or the sums would be nothing but error.
void add(CaseTable& table, const OpInfo& op, Build build, const Shape& shape, Layout layout) {
  table.add(op.name, {{"x", shape}, {"layout", name(layout)}}, [=](Scene& scene) {
    return build(scene.graph(), scene.floats(shape, Type::f32, layout, uniform(-0.5f, 1.0f)));
  });
}

void add_all(CaseTable& table, const OpInfo& op, Build build) {
  for (const Shape& shape : {Shape{1, 1, 1, 1}, Shape{10, 5, 4, 3}, Shape{33, 1, 2, 1},
                             Shape{1023, 7, 1, 1}, Shape{32768, 2, 1, 1}}) {
    for (const Layout layout : {Layout::dense, Layout::apart, Layout::permuted}) {
      add(table, op, build, shape, layout);
    }
  }
  table
      .add(op.name, {{"x", Shape{4096, 512, 1, 1}}},
           [=](Scene& scene) { return build(scene.graph(), scene.floats({4096, 512, 1, 1})); })
      .large = true;
}

}  // namespace cases_reduce

void register_cases_reduce(CaseTable& table) {
  using namespace cases_reduce;
  add_all(table, sum_op, sum_all);
  add_all(table, sum_rows_op, sum_rows);
  add_all(table, mean_op, mean);
  add_all(table, cumsum_op, cumsum);
  for (const Shape& shape : {Shape{1, 1, 1, 1}, Shape{10, 5, 4, 3}, Shape{4096, 33, 1, 1}}) {
    table.add(count_equal_op.name, {{"x", shape}}, [=](Scene& scene) {
      Tensor* a = scene.integers(shape, integers_below(3));
      return count_equal(scene.graph(), a, scene.integers(shape, integers_below(3)));
    });
  }
}

}  // namespace tern::harness
