#include "core/ops/copy.h"

#include "backends/gpu/lowering.h"
#include "core/text.h"
#include "kernels/args/rows.h"

namespace tern {
namespace gpu_copy {

/// Elements that are moved as they are: by their size.
bool moves(const Tensor& from, Type to) {
  return from.type == to && traits(to).block_size == 1;
}

bool supports(const Tensor& node) {
  if (node.source[0] == nullptr) return true;
  const Tensor& from = *node.source[0];
  if (moves(from, node.type)) return true;
  return !readable_type(from.type).empty() && !writable_type(node.type).empty();
}

void lower(Lowering& to, const Tensor& node) {
  const Tensor& x = *node.source[0];
  const tn_rows_args args{layout_of(x), layout_of(x), layout_of(node), {}};
  const std::string kernel = moves(x, node.type)
                                 ? concat("move_", traits(x.type).block_bytes)
                                 : concat("copy_", readable_type(x.type), "_", writable_type(node.type));
  to.call(kernel, args, {&x}, node, groups_by_row(x.shape), to.threads_for(x.shape[0]));
}

}  // namespace gpu_copy

void register_gpu_copy(GpuOpTable& table) {
  table.add(cont_op, {gpu_copy::lower, gpu_copy::supports});
  table.add(copy_op, {gpu_copy::lower, gpu_copy::supports});
}

}  // namespace tern
