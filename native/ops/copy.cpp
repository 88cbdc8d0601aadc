#include "ops/copy.h"

#include "core/check.h"
#include "core/text.h"

namespace tern {
namespace ops_copy {

/// Quantised blocks cannot be taken apart, and integers are not converted.
void check_conversion(const OpInfo& op, const Tensor& x, Type type) {
  const bool floats = traits(x.type).to_float != nullptr && traits(type).from_float != nullptr;
  if (x.type != type && !floats)
    fail(op, concat("a type that converts to ", name(type)), describe(x));
  if (traits(x.type).quantized) expect_contiguous_rows(op, x);
}

}  // namespace ops_copy

Tensor* cont(Graph& graph, Tensor* x, Type type) {
  ops_copy::check_conversion(cont_op, *x, type);
  return graph.node(cont_op, type, x->shape, {x});
}

Tensor* cont(Graph& graph, Tensor* x) { return cont(graph, x, x->type); }

Tensor* copy(Graph& graph, Tensor* x, Tensor* target) {
  expect_same_shape(copy_op, *target, *x);
  ops_copy::check_conversion(copy_op, *x, target->type);
  expect_contiguous_rows(copy_op, *target);
  return graph.node_into(copy_op, target, {x});
}

void register_op_copy(OpTable& table) {
  table.add(cont_op);
  table.add(copy_op);
}

}  // namespace tern
