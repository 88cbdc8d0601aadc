#include "ops/scale.h"

#include "tests/harness/cases.h"

namespace tern::harness {

void register_cases_scale(CaseTable& table) {
  for (const float bias : {0.0f, 1.5f}) {
    for (const Layout layout : {Layout::dense, Layout::apart, Layout::permuted}) {
      for (const Shape& shape : {Shape{10, 10, 10, 10}, Shape{1, 1, 1, 1}, Shape{33, 0, 1, 1}}) {
        table.add(scale_op.name,
                  {{"x", shape}, {"factor", 2.5f}, {"bias", bias}, {"layout", name(layout)}},
                  [=](Scene& scene) {
                    Tensor* x = scene.floats(shape, Type::f32, layout);
                    return scale(scene.graph(), x, 2.5f, bias);
                  });
      }
    }
  }
}

}  // namespace tern::harness
