#include "backends/gpu/lowering.h"
#include "core/ops/add_id.h"
#include "core/ops/matmul_id.h"
#include "kernels/args/matmul.h"
#include "kernels/args/rows.h"

namespace tern {
namespace gpu_experts {

constexpr std::uint32_t rows_of_group = 4;

bool can_read(const Tensor& node) {
  return node.source[0] == nullptr || !readable_type(node.source[0]->type).empty();
}

/// Tiles pay if an expert has several columns.
bool wants_tiles(const Tensor& node) {
  return node.shape[1] * node.shape[2] > 4 * node.source[0]->shape[2];
}

void lower_matmul(Lowering& to, const Tensor& node) {
  const auto& [a, b, ids, none, nothing, x, y, z] = node.source;
  const tn_matmul_args args{
      layout_of(*a), layout_of(*b), layout_of(node), 1, 1, static_cast<tn_i64>(ids->stride[1])};
  const auto inputs = with_grid({a, b, ids}, a->type);
  const std::string tiled = "matmul_id_tiled_" + readable_type(a->type);
  if (wants_tiles(node) && to.has(tiled)) {
    to.call(tiled, args, inputs, node,
            {(a->shape[1] + TN_TILE_ROWS - 1) / TN_TILE_ROWS, a->shape[2] + 1, 1}, TN_TILE_THREADS);
  } else {
    to.call("matmul_id_" + readable_type(a->type), args, inputs, node,
            {(a->shape[1] + rows_of_group - 1) / rows_of_group, node.shape[1], node.shape[2]},
            rows_of_group * to.info().lanes);
  }
}

void lower_add(Lowering& to, const Tensor& node) {
  const Tensor& x = *node.source[0];
  const Tensor& bias = *node.source[1];
  const Tensor& ids = *node.source[2];
  const tn_rows_args args{layout_of(x),
                          layout_of(bias),
                          layout_of(node),
                          {static_cast<float>(ids.stride[1]), 0.0f, 0.0f, 0.0f}};
  to.call("add_id", args, {&x, &bias, &ids}, node, groups_by_row(node.shape),
          to.threads_for(node.shape[0]));
}

}  // namespace gpu_experts

void register_gpu_experts(GpuOpTable& table) {
  table.add(matmul_id_op, {gpu_experts::lower_matmul, gpu_experts::can_read});
  table.add(add_id_op, {gpu_experts::lower_add, nullptr});
}

}  // namespace tern
