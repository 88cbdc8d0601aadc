#include "core/ops/matmul.h"

#include "backends/gpu/lowering.h"
#include "kernels/args/matmul.h"

namespace tern {
namespace gpu_matmul {

constexpr std::uint32_t rows_of_group = 4;
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

void lower(Lowering& to, const Tensor& node) {
  const Tensor& a = *node.source[0];
  const auto inputs = with_grid({&a, node.source[1]}, a.type);
  const std::int64_t matrices = node.shape[2] * node.shape[3];
  const std::string tiled = "matmul_tiled_" + readable_type(a.type);
  if (node.shape[1] > few_columns && to.has(tiled)) {
    to.call(tiled, args_of(node), inputs, node,
            {parts(a.shape[1], TN_TILE_ROWS), parts(node.shape[1], TN_TILE_COLUMNS), matrices},
            TN_TILE_THREADS);
  } else {
    to.call("matmul_" + readable_type(a.type), args_of(node), inputs, node,
            {parts(a.shape[1], rows_of_group), node.shape[1], matrices},
            rows_of_group * to.info().lanes);
  }
}

}  // namespace gpu_matmul

void register_gpu_matmul(GpuOpTable& table) {
  table.add(matmul_op, {gpu_matmul::lower, gpu_matmul::supports});
}

}  // namespace tern
