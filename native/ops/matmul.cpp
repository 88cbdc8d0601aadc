#include "ops/matmul.h"

#include "core/check.h"
#include "core/text.h"

namespace tern {
namespace ops_matmul {

bool shares(std::int64_t outer, std::int64_t inner) { return inner != 0 && outer % inner == 0; }

}  // namespace ops_matmul

Tensor* matmul(Graph& graph, Tensor* a, Tensor* b) {
  expect(traits(a->type).to_float != nullptr, matmul_op, "floats as first operand", *a);
  if (traits(a->type).quantized) expect_contiguous_rows(matmul_op, *a);
  expect_type(matmul_op, *b, Type::f32);
  expect_contiguous_rows(matmul_op, *b);
  const bool fits = a->shape[0] == b->shape[0] && ops_matmul::shares(b->shape[2], a->shape[2]) &&
                    ops_matmul::shares(b->shape[3], a->shape[3]);
  if (!fits) fail(matmul_op, concat("a second operand that fits ", describe(*a)), describe(*b));
  return graph.node(matmul_op, Type::f32, {a->shape[1], b->shape[1], b->shape[2], b->shape[3]},
                    {a, b});
}

void register_op_matmul(OpTable& table) { table.add(matmul_op); }

}  // namespace tern
