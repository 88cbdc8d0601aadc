#include "ops/glu.h"

#include "tests/harness/cases.h"

namespace tern::harness {

void register_cases_glu(CaseTable& table) {
  for (const OpInfo* op : {&reglu_op, &geglu_op, &swiglu_op}) {
    for (const Layout layout : {Layout::dense, Layout::apart, Layout::permuted}) {
      for (const Shape& shape :
           {Shape{128, 2, 2, 2}, Shape{5, 7, 11, 13}, Shape{1, 1, 1, 1}, Shape{64, 0, 1, 1}}) {
        table.add(op->name, {{"x", shape}, {"layout", name(layout)}}, [=](Scene& scene) {
          const auto draw = uniform(-10.0f, 10.0f);
          Tensor* gate = scene.floats(shape, Type::f32, layout, draw);
          return glu(scene.graph(), *op, gate, scene.floats(shape, Type::f32, layout, draw));
        });
      }
    }
  }
}

}  // namespace tern::harness
