#include "ops/set_rows.h"

#include "core/type_table.h"
#include "tests/harness/cases.h"

namespace tern::harness {

namespace cases_set_rows {

/// Matrices of rows; their numbers are shared by some of them.
void add_matrices(CaseTable& table, Type type, std::int64_t x, std::int64_t y) {
  table.add(set_rows_op.name, {{"type", type}, {"numbers", Shape{5, x, y, 1}}}, [=](Scene& scene) {
    Tensor* target = scene.floats({64, 9, 4, 6}, type);
    Tensor* source = scene.floats({64, 5, 4, 6});
    Tensor* numbers = scene.choices({5, x, y, 1}, different_in_each(9, 5));
    return set_rows(scene.graph(), target, source, numbers);
  });
}

}  // namespace cases_set_rows

void register_cases_set_rows(CaseTable& table) {
  for (const TypeTraits& type : type_table()) {
    if (type.from_float == nullptr) continue;
    for (const std::int64_t rows : {0, 1, 5, 9}) {
      for (const Layout layout : {Layout::dense, Layout::apart}) {
        const Params params{{"type", type.type}, {"rows", rows}, {"layout", name(layout)}};
        Instance& instance =
            table.add(set_rows_op.name, params, [to = type.type, rows, layout](Scene& scene) {
              Tensor* target = scene.floats({256, 9, 1, 1}, to, layout);
              Tensor* source = scene.floats({256, rows, 1, 1});
              Tensor* numbers = scene.choices({rows, 1, 1, 1}, different_below(9));
              return set_rows(scene.graph(), target, source, numbers);
            });
        if (type.quantized) instance.limit = 1e-4;
      }
    }
  }
  for (const Type type : {Type::f32, Type::f16}) {
    for (const std::int64_t x : {1, 2, 4}) {
      for (const std::int64_t y : {1, 3, 6}) cases_set_rows::add_matrices(table, type, x, y);
    }
  }
}

}  // namespace tern::harness
