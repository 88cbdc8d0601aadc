#include "ops/concat.h"

#include "tests/harness/cases.h"

namespace tern::harness {
namespace cases_concat {

void add(CaseTable& table, Type type, int dim, std::int64_t more, Layout layout) {
  const std::int64_t unit = traits(type).block_size;
  const Shape a{2 * unit, 5, 4, 3};
  Shape b = a;
  b[static_cast<std::size_t>(dim)] = dim == 0 ? more * unit : more;
  table.add(concat_op.name,
            {{"type", type}, {"dim", dim}, {"a", a}, {"b", b}, {"layout", name(layout)}},
            [=](Scene& scene) {
              Tensor* first = scene.floats(a, type, layout);
              return concat_tensors(scene.graph(), first, scene.floats(b, type), dim);
            });
}

}  // namespace cases_concat

void register_cases_concat(CaseTable& table) {
  for (const Type type : {Type::f32, Type::f16, Type::bf16, Type::q8_0, Type::q4_0}) {
    for (int dim = 0; dim < max_dims; ++dim) {
      for (const std::int64_t more : {0, 1, 7}) {
        for (const Layout layout : {Layout::dense, Layout::apart, Layout::permuted}) {
          cases_concat::add(table, type, dim, more, layout);
        }
      }
    }
  }
}

}  // namespace tern::harness
