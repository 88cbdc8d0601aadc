#include "core/ops/binary.h"

#include "backends/gpu/lowering.h"
#include "core/text.h"
#include "kernels/args/binary.h"

namespace tern {
namespace gpu_binary {

void lower(Lowering& to, const Tensor& node) {
  const Tensor& a = *node.source[0];
  const Tensor& b = *node.source[1];
  const tn_binary_args args{layout_of(a), layout_of(b), layout_of(node)};
  to.call(concat("binary_", node.op->name), args, {&a, &b}, node, groups_by_row(node.shape),
          to.threads_for(node.shape[0]));
}

}  // namespace gpu_binary

void register_gpu_binary(GpuOpTable& table) {
  for (const OpInfo* op : {&add_op, &sub_op, &mul_op, &div_op})
    table.add(*op, {gpu_binary::lower, nullptr});
}

}  // namespace tern
