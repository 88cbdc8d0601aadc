#include "ops/concat.h"

#include "core/check.h"
#include "core/text.h"

namespace tern {

Tensor* concat_tensors(Graph& graph, Tensor* a, Tensor* b, int dim) {
  if (dim < 0 || dim >= max_dims) fail(concat_op, "dim 0 to 3", concat(dim));
  expect_type(concat_op, *b, a->type);
  expect_contiguous_rows(concat_op, *a);
  expect_contiguous_rows(concat_op, *b);
  const auto along = static_cast<std::size_t>(dim);
  Shape shape = a->shape;
  shape[along] = b->shape[along];
  if (shape != b->shape) fail(concat_op, concat("shape ", to_string(shape)), describe(*b));
  shape[along] += a->shape[along];
  Tensor* result = graph.node(concat_op, a->type, shape, {a, b});
  result->set_params(ConcatParams{dim});
  return result;
}

void register_op_concat(OpTable& table) { table.add(concat_op); }

}  // namespace tern
