#include "core/ops/softmax.h"

#include "backends/gpu/lowering.h"
#include "backends/gpu/slopes.h"
#include "kernels/args/softmax.h"

namespace tern {
namespace gpu_softmax {

void lower(Lowering& to, const Tensor& node) {
  const auto params = node.params<SoftmaxParams>();
  const Tensor& x = *node.source[0];
  const Tensor& mask = node.source[1] != nullptr ? *node.source[1] : x;
  const Tensor& sinks = node.source[2] != nullptr ? *node.source[2] : x;
  tn_softmax_args args{};
  args.x = layout_of(x);
  args.mask = layout_of(mask);
  args.y = layout_of(node);
  args.scale = params.scale;
  args.has_mask = node.source[1] != nullptr ? 1 : 0;
  args.has_sinks = node.source[2] != nullptr ? 1 : 0;
  set_slopes(args, params.max_bias, node.shape[2]);
  to.call("softmax", args, {&x, &mask, &sinks}, node, groups_by_row(node.shape),
          to.threads_for(node.shape[0]));
}

}  // namespace gpu_softmax

void register_gpu_softmax(GpuOpTable& table) {
  table.add(softmax_op, {gpu_softmax::lower, nullptr});
}

}  // namespace tern
