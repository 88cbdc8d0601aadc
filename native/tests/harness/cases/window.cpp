#include "ops/window.h"

#include "ops/relative_positions.h"
#include "tests/harness/cases.h"

namespace tern::harness {
namespace cases_window {

void add_parts(CaseTable& table, const Shape& shape, std::int32_t size) {
  table.add(window_part_op.name, {{"x", shape}, {"size", size}},
            [=](Scene& scene) { return window_part(scene.graph(), scene.floats(shape), size); });
  table.add(window_join_op.name, {{"to", shape}, {"size", size}}, [=](Scene& scene) {
    const std::int64_t across = (shape[1] + size - 1) / size;
    const std::int64_t down = (shape[2] + size - 1) / size;
    Tensor* x = scene.floats({shape[0], size, size, across * down});
    return window_join(scene.graph(), x, shape[1], shape[2]);
  });
}

void add_positions(CaseTable& table, std::int64_t columns, std::int64_t rows) {
  for (const Type type : {Type::f32, Type::f16}) {
    table.add(relative_positions_op.name, {{"type", type}, {"n", columns}}, [=](Scene& scene) {
      return relative_positions(scene.graph(), scene.floats({16, 2 * columns - 1, 1, 1}, type));
    });
  }
  table.add(
      add_relative_positions_op.name, {{"columns", columns}, {"rows", rows}}, [=](Scene& scene) {
        Tensor* x = scene.floats({columns * rows, 6, 3, 1});
        Tensor* across = scene.floats({columns, 6, 3, 1});
        return add_relative_positions(scene.graph(), x, across, scene.floats({rows, 6, 3, 1}));
      });
}

}  // namespace cases_window

void register_cases_window(CaseTable& table) {
  using namespace cases_window;
  for (const std::int32_t size : {1, 3, 14}) {
    for (const Shape& shape : {Shape{16, 14, 14, 1}, Shape{5, 10, 7, 1}}) {
      add_parts(table, shape, size);
    }
  }
  for (const std::int64_t n : {1, 4, 14}) add_positions(table, n, n + 1);
}

}  // namespace tern::harness
