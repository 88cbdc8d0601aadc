#include "ops/norm.h"

#include "tests/harness/cases.h"

namespace tern::harness {
namespace cases_norm {

using Build = Tensor* (*)(Graph&, Tensor*, float);

void add(CaseTable& table, const OpInfo& op, Build build, const Shape& shape, float epsilon,
         Layout layout, bool large = false) {
  table
      .add(op.name, {{"x", shape}, {"epsilon", epsilon}, {"layout", name(layout)}},
           [=](Scene& scene) {
             return build(scene.graph(), scene.floats(shape, Type::f32, layout), epsilon);
           })
      .large = large;
}

void add_all(CaseTable& table, const OpInfo& op, Build build) {
  for (const Shape& shape : {Shape{64, 5, 4, 3}, Shape{1, 3, 1, 1}, Shape{33, 2, 1, 1},
                             Shape{1025, 3, 2, 1}, Shape{64, 0, 1, 1}}) {
    for (const float epsilon : {0.0f, 1e-6f, 1e-4f, 1e-1f}) {
      // Nothing is divided by a variance of zero.
      if (shape[0] == 1 && epsilon == 0.0f) continue;
      for (const Layout layout : {Layout::dense, Layout::apart, Layout::permuted}) {
        add(table, op, build, shape, epsilon, layout);
      }
    }
  }
  for (const std::int64_t rows : {1, 512}) {
    add(table, op, build, {4096, rows, 1, 1}, 1e-5f, Layout::dense, true);
  }
}

void add_groups(CaseTable& table, const Shape& shape, int groups) {
  table.add(
      group_norm_op.name, {{"x", shape}, {"groups", groups}, {"epsilon", 1e-6f}},
      [=](Scene& scene) { return group_norm(scene.graph(), scene.floats(shape), groups, 1e-6f); });
}

}  // namespace cases_norm

void register_cases_norm(CaseTable& table) {
  cases_norm::add_all(table, layer_norm_op, layer_norm);
  cases_norm::add_all(table, rms_norm_op, rms_norm);
  cases_norm::add_all(table, l2_norm_op, l2_norm);
  for (const int groups : {1, 2, 4, 32}) {
    cases_norm::add_groups(table, {7, 5, 320, 2}, groups);
    cases_norm::add_groups(table, {64, 3, 33, 1}, groups);
  }
}

}  // namespace tern::harness
