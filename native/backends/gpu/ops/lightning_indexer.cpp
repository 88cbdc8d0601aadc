#include "core/ops/lightning_indexer.h"

#include "backends/gpu/copies.h"
#include "kernels/args/indexer.h"

namespace tern {
namespace gpu_lightning_indexer {

constexpr std::int64_t cells_of_group = 4;

std::string kernel_for(Type type) { return "lightning_indexer_" + readable_type(type); }

void lower(Lowering& to, const Tensor& node) {
  const auto& [q, keys, weights, mask, a, b, c, d] = node.source;
  const Tensor* k = keys;
  if (!to.has(kernel_for(k->type))) {
    k = &to.scratch(Type::f32, keys->shape);
    lower_copy(to, *keys, *k);
  }
  const tn_indexer_args args{layout_of(*q),    layout_of(*k),   layout_of(*weights),
                             layout_of(*mask), layout_of(node), mask->type == Type::f16 ? 1 : 0};
  const std::int64_t groups = (node.shape[0] + cells_of_group - 1) / cells_of_group;
  to.call(kernel_for(k->type), args, {q, k, weights, mask}, node,
          {groups, node.shape[1], node.shape[3]},
          static_cast<std::uint32_t>(cells_of_group) * to.info().lanes);
}

}  // namespace gpu_lightning_indexer

void register_gpu_lightning_indexer(GpuOpTable& table) {
  table.add(lightning_indexer_op, {gpu_lightning_indexer::lower, nullptr});
}

}  // namespace tern
