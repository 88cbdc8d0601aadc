#include "ops/glu.h"

#include "tests/harness/cases.h"

namespace tern::harness {
namespace cases_glu {

constexpr const OpInfo* ops[] = {&reglu_op, &geglu_op, &geglu_erf_op, &geglu_quick_op, &swiglu_op};

void add_split(CaseTable& table, const OpInfo& op, const Shape& shape, Layout layout) {
  table.add(op.name, {{"x", shape}, {"layout", name(layout)}}, [=, &op](Scene& scene) {
    const auto draw = uniform(-10.0f, 10.0f);
    Tensor* gate = scene.floats(shape, Type::f32, layout, draw);
    return glu(scene.graph(), op, gate, scene.floats(shape, Type::f32, layout, draw));
  });
}

void add_halves(CaseTable& table, const OpInfo& op, const Shape& shape, bool swapped) {
  const Shape both{2 * shape[0], shape[1], shape[2], shape[3]};
  table.add(op.name, {{"halves", both}, {"swapped", swapped}}, [=, &op](Scene& scene) {
    Tensor* x = scene.floats(both, Type::f32, Layout::dense, uniform(-10.0f, 10.0f));
    return glu_halves(scene.graph(), op, x, swapped);
  });
}

void add_oai(CaseTable& table, const Shape& shape, Layout layout) {
  const Params params{{"x", shape}, {"alpha", 1.702f}, {"limit", 7.0f}, {"layout", name(layout)}};
  table.add(swiglu_oai_op.name, params, [=](Scene& scene) {
    const auto draw = uniform(-10.0f, 10.0f);
    Tensor* gate = scene.floats(shape, Type::f32, layout, draw);
    return swiglu_oai(scene.graph(), gate, scene.floats(shape, Type::f32, layout, draw), {});
  });
}

void add_clamped(CaseTable& table, const Shape& shape, Layout layout) {
  table.add(swiglu_clamp_op.name, {{"x", shape}, {"limit", 7.0f}, {"layout", name(layout)}},
            [=](Scene& scene) {
              const auto draw = uniform(-10.0f, 10.0f);
              Tensor* gate = scene.floats(shape, Type::f32, layout, draw);
              Tensor* value = scene.floats(shape, Type::f32, layout, draw);
              return swiglu_clamp(scene.graph(), gate, value, 7.0f);
            });
}

}  // namespace cases_glu

void register_cases_glu(CaseTable& table) {
  using namespace cases_glu;
  for (const Shape& shape :
       {Shape{128, 2, 2, 2}, Shape{5, 7, 11, 13}, Shape{3, 1, 1, 1}, Shape{64, 0, 1, 1}}) {
    for (const Layout layout : {Layout::dense, Layout::apart, Layout::permuted}) {
      for (const OpInfo* op : ops) add_split(table, *op, shape, layout);
      add_oai(table, shape, layout);
      add_clamped(table, shape, layout);
    }
    for (const OpInfo* op : ops) {
      add_halves(table, *op, shape, false);
      add_halves(table, *op, shape, true);
    }
  }
}

}  // namespace tern::harness
