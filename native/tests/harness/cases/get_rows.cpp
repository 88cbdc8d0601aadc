#include "ops/get_rows.h"

#include "core/type_table.h"
#include "tests/harness/cases.h"

namespace tern::harness {
namespace cases_get_rows {

Instance& add(CaseTable& table, Type type, const Shape& shape, std::int64_t rows, Layout layout) {
  return table.add(get_rows_op.name,
                   {{"type", type}, {"table", shape}, {"rows", rows}, {"layout", name(layout)}},
                   [=](Scene& scene) {
                     Tensor* source = scene.floats(shape, type, layout);
                     Tensor* numbers =
                         scene.choices({rows, shape[2], shape[3], 1}, integers_below(shape[1]));
                     return get_rows(scene.graph(), source, numbers);
                   });
}

}  // namespace cases_get_rows

void register_cases_get_rows(CaseTable& table) {
  for (const TypeTraits& type : type_table()) {
    if (type.to_float == nullptr) continue;
    for (const std::int64_t rows : {0, 1, 5, 33}) {
      for (const Layout layout : {Layout::dense, Layout::apart}) {
        cases_get_rows::add(table, type.type, {256, 9, 1, 1}, rows, layout);
      }
      cases_get_rows::add(table, type.type, {256, 9, 3, 2}, rows, Layout::permuted);
    }
  }
  for (const Type type : {Type::f32, Type::f16, Type::q4_0}) {
    cases_get_rows::add(table, type, {4096, 32000, 1, 1}, 512, Layout::dense).large = true;
  }
}

}  // namespace tern::harness
