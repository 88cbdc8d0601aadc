#include "ops/matmul_id.h"

#include "core/check.h"
#include "core/text.h"

namespace tern {
namespace ops_matmul_id {

void check_experts(const Tensor& experts) {
  expect(traits(experts.type).to_float != nullptr, matmul_id_op, "floats as first operand",
         experts);
  expect_contiguous_rows(matmul_id_op, experts);
  expect(experts.shape[3] == 1, matmul_id_op, "experts of shape [k, m, n]", experts);
}

void check_ids(const Tensor& ids) {
  expect_type(matmul_id_op, ids, Type::i32);
  expect_contiguous_rows(matmul_id_op, ids);
  expect(ids.shape[2] == 1 && ids.shape[3] == 1, matmul_id_op, "ids of shape [slots, tokens]", ids);
}

bool fits(const Tensor& experts, const Tensor& b, const Tensor& ids) {
  return b.shape[0] == experts.shape[0] && b.shape[1] > 0 && ids.shape[0] % b.shape[1] == 0 &&
         b.shape[2] == ids.shape[1] && b.shape[3] == 1;
}

}  // namespace ops_matmul_id

Tensor* matmul_id(Graph& graph, Tensor* experts, Tensor* b, Tensor* ids) {
  ops_matmul_id::check_experts(*experts);
  ops_matmul_id::check_ids(*ids);
  expect_type(matmul_id_op, *b, Type::f32);
  expect_contiguous_rows(matmul_id_op, *b);
  if (!ops_matmul_id::fits(*experts, *b, *ids)) {
    fail(matmul_id_op,
         concat("a second operand that fits ", describe(*experts), " and ", describe(*ids)),
         describe(*b));
  }
  return graph.node(matmul_id_op, Type::f32, {experts->shape[1], ids->shape[0], ids->shape[1], 1},
                    {experts, b, ids});
}

void register_op_matmul_id(OpTable& table) { table.add(matmul_id_op); }

}  // namespace tern
