#include "ops/set_rows.h"

#include "core/type_table.h"
#include "tests/harness/cases.h"

namespace tern::harness {

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
}

}  // namespace tern::harness
