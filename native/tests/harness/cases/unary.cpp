#include "ops/unary.h"

#include "tests/harness/cases.h"

namespace tern::harness {

void register_cases_unary(CaseTable& table) {
  for (const OpInfo* op :
       {&relu_op, &sigmoid_op, &silu_op, &tanh_op, &gelu_op, &gelu_erf_op, &gelu_quick_op}) {
    for (const Layout layout : {Layout::dense, Layout::apart, Layout::permuted}) {
      for (const Shape& shape :
           {Shape{128, 2, 2, 2}, Shape{5, 7, 11, 13}, Shape{1, 1, 1, 1}, Shape{7, 0, 1, 1}}) {
        table.add(op->name, {{"x", shape}, {"layout", name(layout)}}, [=](Scene& scene) {
          Tensor* x = scene.floats(shape, Type::f32, layout, uniform(-15.0f, 15.0f));
          return unary(scene.graph(), *op, x);
        });
      }
    }
    table
        .add(op->name, {{"x", Shape{4096, 512, 1, 1}}},
             [=](Scene& scene) {
               return unary(scene.graph(), *op, scene.floats({4096, 512, 1, 1}));
             })
        .large = true;
  }
}

}  // namespace tern::harness
