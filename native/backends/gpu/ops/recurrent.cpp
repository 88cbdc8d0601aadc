#include "kernels/args/recurrent.h"
#include "backends/gpu/lowering.h"
#include "core/ops/gated_linear_attention.h"
#include "core/ops/rwkv_wkv6.h"
#include "core/ops/rwkv_wkv7.h"

namespace tern {
namespace gpu_recurrent {

/// The last of the inputs are the states.
void call(Lowering& to, const char* kernel, const Tensor& node, tn_recurrent_args args,
          std::vector<const Tensor*> inputs) {
  const Shape& shape = inputs[0]->shape;
  args.states = layout_of(*inputs.back());
  const std::uint32_t threads = to.threads_for(shape[0]);
  to.call(kernel, args, std::move(inputs), node,
          {shape[1], shape[3], (shape[0] + threads - 1) / threads}, threads);
}

void lower_wkv6(Lowering& to, const Tensor& node) {
  const auto& [k, v, r, first, decay, states, none, nothing] = node.source;
  tn_recurrent_args args{};
  args.x[0] = layout_of(*k);
  args.x[1] = layout_of(*v);
  args.x[2] = layout_of(*r);
  args.x[3] = layout_of(*decay);
  args.first = layout_of(*first);
  call(to, "rwkv_wkv6", node, args, {k, v, r, first, decay, states});
}

void lower_wkv7(Lowering& to, const Tensor& node) {
  const auto& source = node.source;
  tn_recurrent_args args{};
  for (std::size_t i = 0; i < 6; ++i) args.x[i] = layout_of(*source[i]);
  call(to, "rwkv_wkv7", node, args,
       {source[0], source[1], source[2], source[3], source[4], source[5], source[6]});
}

void lower_gla(Lowering& to, const Tensor& node) {
  const auto& source = node.source;
  tn_recurrent_args args{};
  for (std::size_t i = 0; i < 4; ++i) args.x[i] = layout_of(*source[i]);
  args.scale = node.params<GatedLinearAttentionParams>().scale;
  call(to, "gated_linear_attention", node, args,
       {source[0], source[1], source[2], source[3], source[4]});
}

}  // namespace gpu_recurrent

void register_gpu_recurrent(GpuOpTable& table) {
  table.add(rwkv_wkv6_op, {gpu_recurrent::lower_wkv6, nullptr});
  table.add(rwkv_wkv7_op, {gpu_recurrent::lower_wkv7, nullptr});
  table.add(gated_linear_attention_op, {gpu_recurrent::lower_gla, nullptr});
}

}  // namespace tern
