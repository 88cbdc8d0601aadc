#include "ops/binary.h"

#include <set>

#include "tests/harness/cases.h"

namespace tern::harness {
namespace cases_binary {

using Build = Tensor* (*)(Graph&, Tensor*, Tensor*);

struct Op {
  const OpInfo* info;
  Build build;
};

/// Divisors stay away from zero: near it the error grows without limit.
constexpr Op ops[] = {{&add_op, add}, {&sub_op, sub}, {&mul_op, mul}, {&div_op, div}};

void add_one(CaseTable& table, const Op& op, const Shape& a, const Shape& b, Layout layout) {
  table.add(op.info->name, {{"a", a}, {"b", b}, {"layout", name(layout)}},
            [=, build = op.build](Scene& scene) {
              Tensor* x = scene.floats(a, Type::f32, layout);
              Tensor* y = scene.floats(b, Type::f32, Layout::dense, uniform(0.5f, 2.0f));
              return build(scene.graph(), x, y);
            });
}

void add_all(CaseTable& table, const Op& op) {
  for (const Shape& a : {Shape{1, 1, 1, 1}, Shape{10, 5, 4, 3}, Shape{33, 1, 2, 1},
                         Shape{1024, 7, 1, 1}, Shape{0, 3, 1, 1}}) {
    const std::set<Shape> others{a, {a[0], 1, 1, 1}, {1, a[1], 1, 1}, {1, 1, 1, 1}};
    for (const Shape& b : others) add_one(table, op, a, b, Layout::dense);
  }
  for (const Layout layout : {Layout::apart, Layout::permuted}) {
    for (const Shape& b : {Shape{16, 5, 4, 3}, Shape{8, 5, 2, 1}, Shape{16, 1, 1, 3}}) {
      add_one(table, op, {16, 5, 4, 3}, b, layout);
    }
  }
}

}  // namespace cases_binary

void register_cases_binary(CaseTable& table) {
  for (const auto& op : cases_binary::ops) {
    cases_binary::add_all(table, op);
    table
        .add(op.info->name, {{"a", Shape{4096, 512, 1, 1}}, {"b", Shape{4096, 1, 1, 1}}},
             [build = op.build](Scene& scene) {
               Tensor* x = scene.floats({4096, 512, 1, 1});
               return build(scene.graph(), x, scene.floats({4096, 1, 1, 1}));
             })
        .large = true;
  }
}

}  // namespace tern::harness
