#include "core/ops/matmul.h"

#include "backends/gpu/lowering.h"
#include "kernels/args/matmul.h"

namespace tern {
namespace gpu_matmul {

constexpr std::uint32_t rows_of_group = 4;

bool supports(const Tensor& node) {
  return node.source[0] == nullptr || !readable_type(node.source[0]->type).empty();
}

void lower(Lowering& to, const Tensor& node) {
  const Tensor& a = *node.source[0];
  const Tensor& b = *node.source[1];
  const tn_matmul_args args{layout_of(a),
                            layout_of(b),
                            layout_of(node),
                            static_cast<tn_i32>(node.shape[2] / a.shape[2]),
                            static_cast<tn_i32>(node.shape[3] / a.shape[3]),
                            0};
  const std::int64_t groups = (a.shape[1] + rows_of_group - 1) / rows_of_group;
  to.call("matmul_" + readable_type(a.type), args, with_grid({&a, &b}, a.type), node,
          {groups, node.shape[1], node.shape[2] * node.shape[3]}, rows_of_group * to.info().lanes);
}

}  // namespace gpu_matmul

void register_gpu_matmul(GpuOpTable& table) {
  table.add(matmul_op, {gpu_matmul::lower, gpu_matmul::supports});
}

}  // namespace tern
