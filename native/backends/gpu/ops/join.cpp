#include "backends/gpu/copies.h"
#include "core/ops/concat.h"
#include "core/ops/repeat.h"
#include "core/text.h"
#include "kernels/args/concat.h"
#include "kernels/args/rows.h"

namespace tern {
namespace gpu_join {

bool has_plain_elements(const Tensor& node) { return traits(node.type).block_size == 1; }

void lower_repeat(Lowering& to, const Tensor& node) {
  const Tensor& x = *node.source[0];
  const tn_rows_args args{layout_of(x), layout_of(x), layout_of(node), {}};
  to.call(concat("repeat_", traits(node.type).block_bytes), args, {&x}, node,
          groups_by_row(node.shape), to.threads_for(node.shape[0]));
}

/// The part of the result that begins at `first` of its dimension.
const Tensor& part_like(Lowering& to, const Tensor& node, const Tensor& like, std::size_t dim,
                        std::int64_t first) {
  Tensor& part = to.copy_of(node);
  part.shape = like.shape;
  const std::int64_t unit = dim == 0 ? traits(node.type).block_size : 1;
  if (node.data != nullptr)
    part.data = node.data + static_cast<std::size_t>(first / unit) * node.stride[dim];
  return part;
}

/// Types in blocks are copied, one after the other.
void join_blocks(Lowering& to, const Tensor& node) {
  const Tensor& x = *node.source[0];
  const Tensor& z = *node.source[1];
  const auto dim = static_cast<std::size_t>(node.params<ConcatParams>().dim);
  if (element_count(x.shape) != 0) lower_copy(to, x, part_like(to, node, x, dim, 0));
  if (element_count(z.shape) != 0) lower_copy(to, z, part_like(to, node, z, dim, x.shape[dim]));
}

void lower_concat(Lowering& to, const Tensor& node) {
  const Tensor& x = *node.source[0];
  const Tensor& z = *node.source[1];
  if (!has_plain_elements(node)) return join_blocks(to, node);
  const tn_concat_args args{layout_of(x), layout_of(z), layout_of(node),
                            node.params<ConcatParams>().dim};
  to.call(concat("concat_", traits(node.type).block_bytes), args, {&x, &z}, node,
          groups_by_row(node.shape), to.threads_for(node.shape[0]));
}

}  // namespace gpu_join

void register_gpu_join(GpuOpTable& table) {
  table.add(repeat_op, {gpu_join::lower_repeat, gpu_join::has_plain_elements});
  table.add(concat_op, {gpu_join::lower_concat, nullptr});
}

}  // namespace tern
