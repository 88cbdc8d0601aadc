#include "core/ops/sort.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "backends/cpu/kernel.h"

namespace tern {
namespace cpu_sort {

/// An order of all floats: NaN first.
bool less(float a, float b) { return std::isnan(a) ? !std::isnan(b) : a < b; }

/// Total orders of columns, so that results do not depend on the way of sorting.
struct Ascending {
  const float* x;
  bool operator()(std::int32_t a, std::int32_t b) const {
    return less(x[a], x[b]) || (!less(x[b], x[a]) && a < b);
  }
};

struct Descending {
  const float* x;
  bool operator()(std::int32_t a, std::int32_t b) const {
    return less(x[b], x[a]) || (!less(x[a], x[b]) && a < b);
  }
};

std::int32_t* integer_row(const Tensor& tensor, RowIndex at) {
  return reinterpret_cast<std::int32_t*>(tensor.row(at.i1, at.i2, at.i3));
}

void sort_rows(const CpuTask& task, const Tensor& node) {
  const bool ascending = node.params<ArgsortParams>().order == SortOrder::ascending;
  const std::int64_t n = node.shape[0];
  for_each_row(task, node.shape, [&](RowIndex at) {
    const float* x = float_row(*node.source[0], at);
    std::int32_t* y = integer_row(node, at);
    std::iota(y, y + n, 0);
    if (ascending) {
      std::sort(y, y + n, Ascending{x});
    } else {
      std::sort(y, y + n, Descending{x});
    }
  });
}

/// Scratch: the columns of one row.
std::size_t scratch_bytes(const Tensor& node) {
  return static_cast<std::size_t>(node.source[0]->shape[0]) * sizeof(std::int32_t);
}

void pick_largest(const CpuTask& task, const Tensor& node) {
  const std::int64_t n = node.source[0]->shape[0];
  auto* columns = reinterpret_cast<std::int32_t*>(task.scratch);
  for_each_row(task, node.shape, [&](RowIndex at) {
    std::iota(columns, columns + n, 0);
    std::partial_sort(columns, columns + node.shape[0], columns + n,
                      Descending{float_row(*node.source[0], at)});
    std::copy(columns, columns + node.shape[0], integer_row(node, at));
  });
}

void find_largest(const CpuTask& task, const Tensor& node) {
  const Tensor& x = *node.source[0];
  std::int32_t* y = integer_row(node, {0, 0, 0});
  for_each_row(task, x.shape, [&](RowIndex at) {
    const float* row = float_row(x, at);
    y[at.i1] = static_cast<std::int32_t>(std::max_element(row, row + x.shape[0], less) - row);
  });
}

}  // namespace cpu_sort

void register_cpu_sort(CpuKernelTable& table) {
  table.add(argsort_op, {cpu_sort::sort_rows});
  table.add(top_k_op, {cpu_sort::pick_largest, cpu_sort::scratch_bytes});
  table.add(argmax_op, {cpu_sort::find_largest});
}

}  // namespace tern
