#include "ops/lightning_indexer.h"

#include "core/check.h"
#include "core/text.h"

namespace tern {
namespace ops_lightning_indexer {

void expect_shape(const Tensor& tensor, const Shape& shape) {
  expect_contiguous_rows(lightning_indexer_op, tensor);
  if (tensor.shape != shape)
    fail(lightning_indexer_op, concat("shape ", to_string(shape)), describe(tensor));
}

void check(const LightningIndexer& a) {
  const OpInfo& op = lightning_indexer_op;
  const auto [size, heads, tokens, sequences] = a.q->shape;
  const std::int64_t cells = a.k->shape[2];
  expect_type(op, *a.q, Type::f32);
  expect_shape(*a.q, a.q->shape);
  expect(traits(a.k->type).to_float != nullptr, op, "keys of floats", *a.k);
  expect_shape(*a.k, {size, 1, cells, sequences});
  expect_type(op, *a.weights, Type::f32);
  expect_shape(*a.weights, {heads, tokens, 1, sequences});
  const bool has_type = a.mask->type == Type::f32 || a.mask->type == Type::f16;
  expect(has_type, op, "a mask of type F32 or F16", *a.mask);
  expect_shape(*a.mask, {cells, tokens, 1, a.mask->shape[3]});
  if (a.mask->shape[3] < 1 || sequences % a.mask->shape[3] != 0)
    fail(op, concat("masks that divide ", sequences, " sequences"), describe(*a.mask));
}

}  // namespace ops_lightning_indexer

Tensor* lightning_indexer(Graph& graph, const LightningIndexer& a) {
  ops_lightning_indexer::check(a);
  const Shape& q = a.q->shape;
  return graph.node(lightning_indexer_op, Type::f32, {a.k->shape[2], q[2], 1, q[3]},
                    {a.q, a.k, a.weights, a.mask});
}

void register_op_lightning_indexer(OpTable& table) { table.add(lightning_indexer_op); }

}  // namespace tern
