#include "core/ops/reduce.h"

#include "backends/gpu/lowering.h"
#include "kernels/args/rows.h"

namespace tern {
namespace gpu_reduce {

void call(Lowering& to, const char* kernel, const Tensor& node, float factor,
          std::array<std::int64_t, 3> groups) {
  const Tensor& x = *node.source[0];
  const tn_rows_args args{layout_of(x), layout_of(x), layout_of(node), {factor, 0.0f, 0.0f, 0.0f}};
  to.call(kernel, args, {&x}, node, groups, to.threads_for(x.shape[0]));
}

void sums(Lowering& to, const Tensor& node) {
  call(to, "sum_rows", node, 1.0f, groups_by_row(node.source[0]->shape));
}

void means(Lowering& to, const Tensor& node) {
  const auto n = static_cast<float>(node.source[0]->shape[0]);
  call(to, "sum_rows", node, 1.0f / n, groups_by_row(node.source[0]->shape));
}

void total(Lowering& to, const Tensor& node) { call(to, "sum_all", node, 1.0f, {1, 1, 1}); }

void running(Lowering& to, const Tensor& node) {
  call(to, "running_sums", node, 1.0f, groups_by_row(node.source[0]->shape));
}

}  // namespace gpu_reduce

void register_gpu_reduce(GpuOpTable& table) {
  table.add(sum_rows_op, {gpu_reduce::sums, nullptr});
  table.add(mean_op, {gpu_reduce::means, nullptr});
  table.add(sum_op, {gpu_reduce::total, nullptr});
  table.add(cumsum_op, {gpu_reduce::running, nullptr});
}

}  // namespace tern
