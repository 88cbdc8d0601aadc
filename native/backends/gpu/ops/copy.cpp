#include "core/ops/copy.h"

#include "backends/gpu/copies.h"

namespace tern {
namespace gpu_copy {

bool supports(const Tensor& node) {
  return node.source[0] == nullptr || can_copy(node.source[0]->type, node.type);
}

void lower(Lowering& to, const Tensor& node) { lower_copy(to, *node.source[0], node); }

}  // namespace gpu_copy

void register_gpu_copy(GpuOpTable& table) {
  table.add(cont_op, {gpu_copy::lower, gpu_copy::supports});
  table.add(copy_op, {gpu_copy::lower, gpu_copy::supports});
}

}  // namespace tern
