#include "ops/cross_entropy.h"

#include "core/check.h"

namespace tern {
namespace ops_cross_entropy {

void check(const OpInfo& op, const Tensor& logits, const Tensor& wanted) {
  for (const Tensor* operand : {&logits, &wanted}) {
    expect_type(op, *operand, Type::f32);
    expect_contiguous_rows(op, *operand);
  }
  expect_same_shape(op, logits, wanted);
  expect(element_count(logits.shape) > 0, op, "logits", logits);
}

}  // namespace ops_cross_entropy

Tensor* cross_entropy_loss(Graph& graph, Tensor* logits, Tensor* wanted) {
  ops_cross_entropy::check(cross_entropy_loss_op, *logits, *wanted);
  return graph.node(cross_entropy_loss_op, Type::f32, {1, 1, 1, 1}, {logits, wanted});
}

Tensor* cross_entropy_loss_back(Graph& graph, Tensor* gradient, Tensor* logits, Tensor* wanted) {
  const OpInfo& op = cross_entropy_loss_back_op;
  ops_cross_entropy::check(op, *logits, *wanted);
  expect_type(op, *gradient, Type::f32);
  expect(element_count(gradient->shape) == 1, op, "the gradient of one number", *gradient);
  return graph.node(op, Type::f32, logits->shape, {gradient, logits, wanted});
}

void register_op_cross_entropy(OpTable& table) {
  table.add(cross_entropy_loss_op);
  table.add(cross_entropy_loss_back_op);
}

}  // namespace tern
