#include "ops/unary.h"

#include "tests/harness/cases.h"

namespace tern::harness {
namespace cases_unary {

constexpr const OpInfo* ops[] = {
    &relu_op,       &sigmoid_op, &silu_op,     &tanh_op,        &gelu_op,      &gelu_erf_op,
    &gelu_quick_op, &elu_op,     &relu_sqr_op, &hardsigmoid_op, &hardswish_op, &softplus_op,
    &sqr_op,        &sqrt_op,    &exp_op,      &expm1_op,       &log_op,       &sin_op,
    &cos_op,        &neg_op,     &abs_op,      &step_op,        &sgn_op,       &floor_op,
    &ceil_op,       &round_op,   &trunc_op};

/// Values that the op can take. Far below zero little is left of some, and of a single value only
/// a few bits would be right.
DrawFloats draw_for(const OpInfo& op, const Shape& shape) {
  const bool positive = op.name == log_op.name || op.name == sqrt_op.name;
  if (positive || element_count(shape) == 1) return uniform(1.5f, 10.0f);
  const bool steep = op.name == exp_op.name || op.name == expm1_op.name;
  return steep ? uniform(-5.0f, 5.0f) : uniform(-15.0f, 15.0f);
}

void add(CaseTable& table, const OpInfo& op, const Shape& shape, Layout layout, bool large) {
  table
      .add(op.name, {{"x", shape}, {"layout", name(layout)}},
           [=, &op](Scene& scene) {
             return unary(scene.graph(), op,
                          scene.floats(shape, Type::f32, layout, draw_for(op, shape)));
           })
      .large = large;
}

}  // namespace cases_unary

void register_cases_unary(CaseTable& table) {
  for (const OpInfo* op : cases_unary::ops) {
    for (const Layout layout : {Layout::dense, Layout::apart, Layout::permuted}) {
      for (const Shape& shape :
           {Shape{128, 2, 2, 2}, Shape{5, 7, 11, 13}, Shape{1, 1, 1, 1}, Shape{7, 0, 1, 1}}) {
        cases_unary::add(table, *op, shape, layout, false);
      }
    }
    cases_unary::add(table, *op, {4096, 512, 1, 1}, Layout::dense, true);
  }
}

}  // namespace tern::harness
