#include "ops/parametric.h"

#include "tests/harness/cases.h"

namespace tern::harness {
namespace cases_parametric {

using Build = Tensor* (*)(Graph&, Tensor*);

void add(CaseTable& table, const OpInfo& op, Params more, Build build) {
  for (const Layout layout : {Layout::dense, Layout::apart, Layout::permuted}) {
    for (const Shape& shape : {Shape{128, 2, 2, 2}, Shape{5, 7, 11, 13}, Shape{7, 0, 1, 1}}) {
      Params params{{"x", shape}, {"layout", name(layout)}};
      params.insert(params.end(), more.begin(), more.end());
      table.add(op.name, params, [=](Scene& scene) {
        return build(scene.graph(), scene.floats(shape, Type::f32, layout, uniform(-3.0f, 3.0f)));
      });
    }
  }
}

}  // namespace cases_parametric

void register_cases_parametric(CaseTable& table) {
  using namespace cases_parametric;
  add(table, clamp_op, {{"low", -0.5f}, {"high", 1.5f}},
      [](Graph& g, Tensor* x) { return clamp(g, x, -0.5f, 1.5f); });
  add(table, leaky_relu_op, {{"slope", 0.1f}},
      [](Graph& g, Tensor* x) { return leaky_relu(g, x, 0.1f); });
  add(table, xielu_op,
      {{"alpha_negative", 0.8f}, {"alpha_positive", 0.3f}, {"beta", 0.5f}, {"epsilon", -1e-6f}},
      [](Graph& g, Tensor* x) { return xielu(g, x, 0.8f, 0.3f, 0.5f, -1e-6f); });
}

}  // namespace tern::harness
