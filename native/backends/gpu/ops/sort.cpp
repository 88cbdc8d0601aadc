#include "core/ops/sort.h"

#include "backends/gpu/lowering.h"
#include "kernels/args/rows.h"
#include "kernels/args/sort.h"

namespace tern {
namespace gpu_sort {

std::array<std::int64_t, 3> groups_of(std::int64_t parts, const Shape& shape) {
  return {parts, shape[1], shape[2] * shape[3]};
}

/// A power of two: columns that are sorted by a group.
std::int64_t block_of(std::int64_t columns) {
  std::int64_t block = 2;
  while (block < columns && block < TN_SORT_BLOCK) block *= 2;
  return block;
}

/// Where runs of a length go: to the result, if there is only one.
const Tensor& place_of_runs(Lowering& to, const Tensor& node, std::int64_t run) {
  const Shape& shape = node.source[0]->shape;
  return run >= shape[0] ? node : to.scratch(Type::i32, shape);
}

tn_sort_args args_of(const Tensor& node, bool ascending, const Tensor& result, std::int64_t run) {
  return {layout_of(*node.source[0]), layout_of(result), ascending ? 1 : 0,
          static_cast<tn_i32>(run), static_cast<tn_i32>(node.shape[0])};
}

/// Blocks first; then pairs of runs are merged until there is one.
void sort(Lowering& to, const Tensor& node, bool ascending) {
  const Tensor& x = *node.source[0];
  const std::int64_t n = x.shape[0];
  std::int64_t run = block_of(n);
  const Tensor* runs = &place_of_runs(to, node, run);
  to.call("argsort_blocks", args_of(node, ascending, *runs, run), {&x}, *runs,
          groups_of((n + run - 1) / run, x.shape), to.threads_for(run / 2));
  const Tensor* other = runs;
  for (; run < n; run *= 2) {
    const bool is_spare = other != runs && 2 * run < n;
    const Tensor* target = is_spare ? other : &place_of_runs(to, node, 2 * run);
    const std::uint32_t threads = to.threads_for(n);
    to.call("argsort_merge", args_of(node, ascending, *target, run), {&x, runs}, *target,
            groups_of((n + threads - 1) / threads, x.shape), threads);
    other = runs;
    runs = target;
  }
}

void lower_argsort(Lowering& to, const Tensor& node) {
  sort(to, node, node.params<ArgsortParams>().order == SortOrder::ascending);
}

void lower_top_k(Lowering& to, const Tensor& node) { sort(to, node, false); }

void lower_argmax(Lowering& to, const Tensor& node) {
  const Tensor& x = *node.source[0];
  const tn_rows_args args{layout_of(x), layout_of(x), layout_of(node), {}};
  to.call("argmax", args, {&x}, node, groups_by_row(x.shape), to.threads_for(x.shape[0]));
}

}  // namespace gpu_sort

void register_gpu_sort(GpuOpTable& table) {
  table.add(argsort_op, {gpu_sort::lower_argsort, nullptr});
  table.add(top_k_op, {gpu_sort::lower_top_k, nullptr});
  table.add(argmax_op, {gpu_sort::lower_argmax, nullptr});
}

}  // namespace tern
