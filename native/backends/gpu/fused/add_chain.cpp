#include "backends/gpu/lowering.h"
#include "kernels/args/binary.h"

namespace tern {
namespace gpu_fused_add_chain {

constexpr std::size_t buffers = 8;  // the first operand and up to seven that are added

void lower(Lowering& to, std::span<Tensor* const> nodes) {
  const Tensor& first = *nodes[0]->source[0];
  const Tensor& result = *nodes.back();
  std::vector<const Tensor*> inputs{&first};
  for (const Tensor* node : nodes) inputs.push_back(node->source[1]);
  const tn_add_chain_args args{layout_of(first), layout_of(*inputs[1]), layout_of(result),
                               static_cast<tn_i32>(nodes.size())};
  inputs.resize(buffers, inputs[1]);
  to.call("add_chain", args, inputs, result, groups_by_row(result.shape),
          to.threads_for(result.shape[0]));
}

}  // namespace gpu_fused_add_chain

void register_gpu_fused_add_chain(GpuFusedTable& table) {
  table.add("add_chain", {gpu_fused_add_chain::lower});
}

}  // namespace tern
