#include "ops/col2im.h"

#include "core/check.h"
#include "core/text.h"

namespace tern {
namespace ops_col2im {

void check(const Tensor& x, std::int64_t outputs, const Col2imParams& p) {
  const bool has_type = x.type == Type::f32 || x.type == Type::f16 || x.type == Type::bf16;
  expect(has_type, col2im_op, "type F32, F16 or BF16", x);
  expect_contiguous(col2im_op, x);
  expect(x.shape[1] > 0 && x.shape[2] == 1 && x.shape[3] == 1, col2im_op,
         "[size * outputs, columns]", x);
  if (outputs < 1 || x.shape[0] % outputs != 0)
    fail(col2im_op, concat("columns for ", outputs, " outputs"), describe(x));
  if (p.stride < 1) fail(col2im_op, "a stride >= 1", concat(p.stride));
  if (p.padding < 0) fail(col2im_op, "a padding >= 0", concat(p.padding));
}

}  // namespace ops_col2im

Tensor* col2im_1d(Graph& graph, Tensor* x, std::int64_t outputs, const Col2imParams& params) {
  ops_col2im::check(*x, outputs, params);
  const std::int64_t size = x->shape[0] / outputs;
  const std::int64_t length =
      (x->shape[1] - 1) * params.stride + size - 2 * std::int64_t{params.padding};
  if (length < 1) fail(col2im_op, "something left without the padding", concat(length));
  Tensor* result = graph.node(col2im_op, Type::f32, {length, outputs, 1, 1}, {x});
  result->set_params(params);
  return result;
}

void register_op_col2im(OpTable& table) { table.add(col2im_op); }

}  // namespace tern
