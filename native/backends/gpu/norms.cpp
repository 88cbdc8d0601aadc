#include "backends/gpu/norms.h"

#include "core/ops/norm.h"
#include "kernels/args/norm.h"

namespace tern {
namespace gpu_norms {

tn_i32 kind_of(const Tensor& norm) {
  if (norm.op->name == layer_norm_op.name) return 1;
  return norm.op->name == l2_norm_op.name ? 2 : 0;
}

}  // namespace gpu_norms

void lower_norm(Lowering& to, const Tensor& norm, const Tensor* weight, const Tensor* bias,
                const Tensor& result) {
  const Tensor& x = *norm.source[0];
  const Tensor& w = weight != nullptr ? *weight : x;
  const Tensor& b = bias != nullptr ? *bias : x;
  tn_norm_args args{};
  args.x = layout_of(x);
  args.weight = layout_of(w);
  args.bias = layout_of(b);
  args.y = layout_of(result);
  args.epsilon = norm.params<NormParams>().epsilon;
  args.kind = gpu_norms::kind_of(norm);
  args.has_weight = weight != nullptr ? 1 : 0;
  args.has_bias = bias != nullptr ? 1 : 0;
  to.call("norm", args, {&x, &w, &b}, result, groups_by_row(x.shape), to.threads_for(x.shape[0]));
}

}  // namespace tern
