#include "core/ops/sort.h"

#include "backends/gpu/lowering.h"
#include "kernels/args/rows.h"

namespace tern {
namespace gpu_sort {

/// Each column is compared with each, which pays for short rows only.
constexpr std::int64_t most_columns = 4096;

bool is_short(const Tensor& node) {
  return node.source[0] == nullptr || node.source[0]->shape[0] <= most_columns;
}

void call(Lowering& to, const char* kernel, const Tensor& node, bool ascending) {
  const Tensor& x = *node.source[0];
  const tn_rows_args args{
      layout_of(x), layout_of(x), layout_of(node), {ascending ? 1.0f : 0.0f, 0.0f, 0.0f, 0.0f}};
  to.call(kernel, args, {&x}, node, groups_by_row(x.shape), to.threads_for(x.shape[0]));
}

void lower_argsort(Lowering& to, const Tensor& node) {
  call(to, "argsort", node, node.params<ArgsortParams>().order == SortOrder::ascending);
}

void lower_top_k(Lowering& to, const Tensor& node) { call(to, "argsort", node, false); }

void lower_argmax(Lowering& to, const Tensor& node) { call(to, "argmax", node, false); }

}  // namespace gpu_sort

void register_gpu_sort(GpuOpTable& table) {
  table.add(argsort_op, {gpu_sort::lower_argsort, gpu_sort::is_short});
  table.add(top_k_op, {gpu_sort::lower_top_k, gpu_sort::is_short});
  table.add(argmax_op, {gpu_sort::lower_argmax, nullptr});
}

}  // namespace tern
