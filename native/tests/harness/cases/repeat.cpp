#include "ops/repeat.h"

#include "tests/harness/cases.h"

namespace tern::harness {
namespace cases_repeat {

Shape times(const Shape& shape, const Shape& factor) {
  Shape result{};
  for (std::size_t i = 0; i < max_dims; ++i) result[i] = shape[i] * factor[i];
  return result;
}

void add(CaseTable& table, const Shape& shape, const Shape& factor) {
  const Shape whole = times(shape, factor);
  for (const Type type : {Type::f32, Type::f16, Type::bf16}) {
    table.add(repeat_op.name, {{"type", type}, {"x", shape}, {"to", whole}}, [=](Scene& scene) {
      return repeat(scene.graph(), scene.floats(shape, type), whole);
    });
  }
  table.add(repeat_op.name, {{"type", Type::i32}, {"x", shape}, {"to", whole}}, [=](Scene& scene) {
    return repeat(scene.graph(), scene.integers(shape, integers_below(1000)), whole);
  });
  table.add_gradient(repeat_back_op.name, {{"x", whole}, {"to", shape}}, [=](Scene& scene) {
    Tensor* x = scene.floats(shape);
    Tensor* y = repeat(scene.graph(), x, whole);
    Tensor* gradient = scene.floats(whole);
    return Differentiated{x, y, gradient, repeat_back(scene.graph(), gradient, shape)};
  });
}

}  // namespace cases_repeat

void register_cases_repeat(CaseTable& table) {
  for (const Shape& shape : {Shape{1, 1, 1, 1}, Shape{10, 5, 4, 3}, Shape{33, 2, 1, 1}}) {
    for (const Shape& factor : {Shape{1, 1, 1, 1}, Shape{2, 1, 1, 1}, Shape{1, 3, 1, 1},
                                Shape{1, 1, 2, 1}, Shape{1, 1, 1, 3}, Shape{2, 3, 2, 1}}) {
      cases_repeat::add(table, shape, factor);
    }
  }
}

}  // namespace tern::harness
