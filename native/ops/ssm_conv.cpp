#include "ops/ssm_conv.h"

#include "core/check.h"
#include "core/text.h"

namespace tern {

Tensor* ssm_conv(Graph& graph, Tensor* x, Tensor* kernel) {
  for (const Tensor* tensor : {x, kernel}) {
    expect_type(ssm_conv_op, *tensor, Type::f32);
    expect_contiguous_rows(ssm_conv_op, *tensor);
  }
  expect(x->shape[3] == 1, ssm_conv_op, "[window - 1 + tokens, channels, sequences]", *x);
  if (kernel->shape[0] < 1 || kernel->shape[2] != 1 || kernel->shape[3] != 1 ||
      kernel->shape[1] != x->shape[1]) {
    fail(ssm_conv_op, concat("a kernel for each of ", x->shape[1], " channels"), describe(*kernel));
  }
  const std::int64_t before = kernel->shape[0] - 1;
  if (x->shape[0] < before)
    fail(ssm_conv_op, concat("at least ", before, " columns"), describe(*x));
  return graph.node(ssm_conv_op, Type::f32, {x->shape[1], x->shape[0] - before, x->shape[2], 1},
                    {x, kernel});
}

void register_op_ssm_conv(OpTable& table) { table.add(ssm_conv_op); }

}  // namespace tern
