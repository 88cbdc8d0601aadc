#include "core/snake.h"

#include "backends/gpu/lowering.h"
#include "kernels/args/rows.h"

namespace tern {
namespace gpu_fused_snake {

void lower(Lowering& to, std::span<Tensor* const> nodes) {
  const Snake snake = snake_of(nodes);
  const Tensor& result = *nodes.back();
  const tn_rows_args args{layout_of(*snake.x), {}, layout_of(result), {}};
  to.call("snake", args, {snake.x, snake.a, snake.factor}, result, groups_by_row(result.shape),
          to.threads_for(result.shape[0]));
}

}  // namespace gpu_fused_snake

void register_gpu_fused_snake(GpuFusedTable& table) {
  table.add("snake", {gpu_fused_snake::lower});
}

}  // namespace tern
