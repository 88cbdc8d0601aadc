#include "backends/gpu/lowering.h"
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

void lower_concat(Lowering& to, const Tensor& node) {
  const Tensor& x = *node.source[0];
  const Tensor& z = *node.source[1];
  const tn_concat_args args{layout_of(x), layout_of(z), layout_of(node),
                            node.params<ConcatParams>().dim};
  to.call(concat("concat_", traits(node.type).block_bytes), args, {&x, &z}, node,
          groups_by_row(node.shape), to.threads_for(node.shape[0]));
}

}  // namespace gpu_join

void register_gpu_join(GpuOpTable& table) {
  table.add(repeat_op, {gpu_join::lower_repeat, gpu_join::has_plain_elements});
  table.add(concat_op, {gpu_join::lower_concat, gpu_join::has_plain_elements});
}

}  // namespace tern
