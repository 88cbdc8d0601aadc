#include "core/snake.h"

#include <cmath>

#include "backends/cpu/kernel.h"

namespace tern {
namespace cpu_fused_snake {

void run(const CpuTask& task, std::span<Tensor* const> nodes) {
  const Snake snake = snake_of(nodes);
  const Tensor& result = *nodes.back();
  for_each_row(task, result.shape, [&](RowIndex at) {
    const float* x = float_row(*snake.x, at);
    const float a = *float_row(*snake.a, {at.i1, 0, 0});
    const float factor = *float_row(*snake.factor, {at.i1, 0, 0});
    float* y = float_row(result, at);
    for (std::int64_t i = 0; i < result.shape[0]; ++i) {
      const float wave = std::sin(a * x[i]);
      y[i] = x[i] + wave * wave * factor;
    }
  });
}

}  // namespace cpu_fused_snake

void register_cpu_fused_snake(CpuFusedTable& table) { table.add("snake", {cpu_fused_snake::run}); }

}  // namespace tern
