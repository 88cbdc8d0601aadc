#include "core/ops/gated_linear_attention.h"

#include "backends/cpu/recurrence.h"

namespace tern {
namespace cpu_gated_linear_attention {

/// One key channel: its row of the state, and what it adds to the output.
void advance(float* row, float* output, const float* v, float k, float q, float kept,
             std::int64_t n) {
  for (std::int64_t j = 0; j < n; ++j) {
    row[j] = row[j] * kept + k * v[j];
    output[j] += row[j] * q;
  }
}

void run(const CpuTask& task, const Tensor& node) {
  const auto& source = node.source;
  const float scale = node.params<GatedLinearAttentionParams>().scale;
  const Shape& shape = source[2]->shape;
  const std::int64_t n = shape[0];
  const RecurrenceLayout layout{shape, n * n, 1, source[4], nullptr};
  run_recurrence(task, node, layout, [&](const RecurrenceStep& step) {
    const float* q = float_row(*source[0], step.at);
    const float* k = float_row(*source[1], step.at);
    const float* v = float_row(*source[2], step.at);
    const float* gate = float_row(*source[3], step.at);
    std::fill_n(step.output, n, 0.0f);
    for (std::int64_t i = 0; i < n; ++i)
      advance(step.state + i * n, step.output, v, k[i], q[i] * scale, gate[i], n);
  });
}

}  // namespace cpu_gated_linear_attention

void register_cpu_gated_linear_attention(CpuKernelTable& table) {
  table.add(gated_linear_attention_op, {cpu_gated_linear_attention::run});
}

}  // namespace tern
