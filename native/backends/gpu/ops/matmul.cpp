#include "core/ops/matmul.h"

#include "backends/gpu/grids.h"
#include "backends/gpu/lowering.h"
#include "kernels/args/matmul.h"

namespace tern {
namespace gpu_matmul {

constexpr std::uint32_t rows_of_group = 4;
constexpr std::uint32_t split_threads = 128;
constexpr std::int64_t few_columns = 8;  // for which the left side is read again for each

std::int64_t parts(std::int64_t n, std::int64_t size) { return (n + size - 1) / size; }

bool supports(const Tensor& node) {
  return node.source[0] == nullptr || !readable_type(node.source[0]->type).empty();
}

tn_matmul_args args_of(const Tensor& node) {
  const Tensor& a = *node.source[0];
  return {layout_of(a),
          layout_of(*node.source[1]),
          layout_of(node),
          static_cast<tn_i32>(node.shape[2] / a.shape[2]),
          static_cast<tn_i32>(node.shape[3] / a.shape[3]),
          0};
}

/// Rows of a type with a grid that have fewer pieces of 32 than a subgroup has lanes.
bool is_short(const Lowering& to, const Tensor& a) {
  return grid_of(a.type) != nullptr && a.shape[0] / 32 < 32 &&
         to.has("matmul_split_" + readable_type(a.type));
}

/// As the kernel does it: a power of two of threads for each row.
std::int64_t rows_of_split_group(const Tensor& a) {
  std::int64_t threads = 1;
  while (threads * 2 <= a.shape[0] / 32) threads *= 2;
  return split_threads / threads;
}

void lower(Lowering& to, const Tensor& node) {
  const Tensor& a = *node.source[0];
  const auto inputs = with_grid({&a, node.source[1]}, a.type);
  const std::int64_t columns = node.shape[1];
  const std::int64_t matrices = node.shape[2] * node.shape[3];
  const auto call = [&](const char* kind, std::array<std::int64_t, 3> groups,
                        std::uint32_t threads) {
    to.call(kind + readable_type(a.type), args_of(node), inputs, node, groups, threads);
  };
  if (columns > few_columns && to.has("matmul_tiled_" + readable_type(a.type))) {
    call("matmul_tiled_",
         {parts(a.shape[1], TN_TILE_ROWS), parts(columns, TN_TILE_COLUMNS), matrices},
         TN_TILE_THREADS);
  } else if (is_short(to, a)) {
    call("matmul_split_", {parts(a.shape[1], rows_of_split_group(a)), columns, matrices},
         split_threads);
  } else if (columns > 1 && to.has("matmul_columns_" + readable_type(a.type))) {
    call("matmul_columns_",
         {parts(a.shape[1], rows_of_group), parts(columns, TN_FEW_COLUMNS), matrices},
         rows_of_group * to.info().lanes);
  } else {
    call("matmul_", {parts(a.shape[1], rows_of_group), columns, matrices},
         rows_of_group * to.info().lanes);
  }
}

}  // namespace gpu_matmul

void register_gpu_matmul(GpuOpTable& table) {
  table.add(matmul_op, {gpu_matmul::lower, gpu_matmul::supports});
}

}  // namespace tern
