#include "ops/copy.h"

#include "core/check.h"
#include "core/text.h"
#include "ops/binary.h"
#include "ops/layout.h"

namespace tern {
namespace ops_copy {

bool is_readable(Type type) { return type == Type::i32 || traits(type).to_float != nullptr; }
bool is_writable(Type type) { return type == Type::i32 || traits(type).from_float != nullptr; }

/// Quantised blocks cannot be taken apart.
void check_conversion(const OpInfo& op, const Tensor& x, Type type) {
  if (x.type != type && !(is_readable(x.type) && is_writable(type)))
    fail(op, concat("a type that converts to ", name(type)), describe(x));
  if (traits(x.type).quantized) expect_contiguous_rows(op, x);
}

/// A copy of `x`, and the part of it that has the shape of `part`.
struct Parted {
  Tensor* whole;
  Tensor* part;
};

Parted take_part(Graph& graph, Tensor* x, const Tensor& part, const Strides& stride,
                 std::size_t offset) {
  Tensor* whole = cont(graph, x);
  return {whole, view(graph, whole, part.shape, stride, offset)};
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
  if (traits(target->type).quantized) expect_contiguous_rows(copy_op, *target);
  return graph.node_into(copy_op, target, {x});
}

Tensor* set_part(Graph& graph, Tensor* x, Tensor* part, const Strides& stride, std::size_t offset) {
  const auto [whole, target] = ops_copy::take_part(graph, x, *part, stride, offset);
  copy(graph, part, target);
  return reshape(graph, whole, whole->shape);
}

Tensor* add_part(Graph& graph, Tensor* x, Tensor* part, const Strides& stride, std::size_t offset) {
  const auto [whole, target] = ops_copy::take_part(graph, x, *part, stride, offset);
  copy(graph, add(graph, target, part), target);
  return reshape(graph, whole, whole->shape);
}

void register_op_copy(OpTable& table) {
  table.add(cont_op);
  table.add(copy_op);
}

}  // namespace tern
