#include "ops/hadamard.h"

#include "core/check.h"

namespace tern {

Tensor* hadamard(Graph& graph, Tensor* x) {
  expect_type(hadamard_op, *x, Type::f32);
  expect_contiguous_rows(hadamard_op, *x);
  const std::int64_t n = x->shape[0];
  expect(n > 0 && (n & (n - 1)) == 0, hadamard_op, "rows of a power of two of elements", *x);
  return graph.node(hadamard_op, Type::f32, x->shape, {x});
}

void register_op_hadamard(OpTable& table) { table.add(hadamard_op); }

}  // namespace tern
