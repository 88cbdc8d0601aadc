#include "ops/out_prod.h"

#include "core/check.h"
#include "core/text.h"

namespace tern {
namespace ops_out_prod {

bool shares(std::int64_t outer, std::int64_t inner) { return inner != 0 && outer % inner == 0; }

}  // namespace ops_out_prod

Tensor* out_prod(Graph& graph, Tensor* a, Tensor* b) {
  for (const Tensor* operand : {a, b}) expect_type(out_prod_op, *operand, Type::f32);
  expect_contiguous_rows(out_prod_op, *a);
  const bool fits = a->shape[1] == b->shape[1] && ops_out_prod::shares(b->shape[2], a->shape[2]) &&
                    ops_out_prod::shares(b->shape[3], a->shape[3]);
  if (!fits) fail(out_prod_op, concat("a second operand that fits ", describe(*a)), describe(*b));
  return graph.node(out_prod_op, Type::f32, {a->shape[0], b->shape[0], b->shape[2], b->shape[3]},
                    {a, b});
}

void register_op_out_prod(OpTable& table) { table.add(out_prod_op); }

}  // namespace tern
