#include <cmath>

#include "backends/gpu/lowering.h"
#include "core/ops/hadamard.h"
#include "core/ops/norm.h"
#include "core/ops/out_prod.h"
#include "core/ops/reduce.h"
#include "core/ops/triangle.h"
#include "kernels/args/rows.h"

namespace tern {
namespace gpu_matrices {

tn_rows_args args_of(const Tensor& node, float p0 = 0.0f, float p1 = 0.0f) {
  const Tensor& x = *node.source[0];
  const Tensor& z = node.source[1] != nullptr ? *node.source[1] : x;
  return {layout_of(x), layout_of(z), layout_of(node), {p0, p1, 0.0f, 0.0f}};
}

void lower_solve(Lowering& to, const Tensor& node) {
  const std::uint32_t threads = to.threads_for(node.shape[0]);
  to.call("solve_triangle", args_of(node), {node.source[0], node.source[1]}, node,
          {(node.shape[0] + threads - 1) / threads, node.shape[2], node.shape[3]}, threads);
}

void lower_hadamard(Lowering& to, const Tensor& node) {
  const float scale = 1.0f / std::sqrt(static_cast<float>(node.shape[0]));
  to.call("hadamard", args_of(node, scale), {node.source[0]}, node, groups_by_row(node.shape),
          to.threads_for(node.shape[0] / 2));
}

void lower_group_norm(Lowering& to, const Tensor& node) {
  const auto params = node.params<NormParams>();
  const std::int64_t size = (node.shape[2] + params.groups - 1) / params.groups;
  to.call("group_norm", args_of(node, params.epsilon, static_cast<float>(size)), {node.source[0]},
          node, {params.groups, node.shape[3], 1},
          to.threads_for(node.shape[0] * node.shape[1] * size));
}

void lower_count(Lowering& to, const Tensor& node) {
  to.call("count_equal", args_of(node), {node.source[0], node.source[1]}, node, {1, 1, 1},
          to.threads_for(node.source[0]->shape[0]));
}

void lower_out_prod(Lowering& to, const Tensor& node) {
  const Shape& a = node.source[0]->shape;
  const auto share2 = static_cast<float>(node.shape[2] / a[2]);
  const auto share3 = static_cast<float>(node.shape[3] / a[3]);
  to.call("outer_product", args_of(node, share2, share3), {node.source[0], node.source[1]}, node,
          groups_by_row(node.shape), to.threads_for(node.shape[0]));
}

}  // namespace gpu_matrices

void register_gpu_matrices(GpuOpTable& table) {
  using namespace gpu_matrices;
  table.add(solve_tri_op, {lower_solve, nullptr});
  table.add(hadamard_op, {lower_hadamard, nullptr});
  table.add(group_norm_op, {lower_group_norm, nullptr});
  table.add(count_equal_op, {lower_count, nullptr});
  table.add(out_prod_op, {lower_out_prod, nullptr});
}

}  // namespace tern
