#include "core/ops/ssm_scan.h"

#include <cmath>

#include "backends/cpu/recurrence.h"
#include "backends/cpu/vector.h"

namespace tern {
namespace cpu_ssm_scan {

/// Beyond this, softplus(x) is x in floats.
constexpr float linear_from = 20.0f;

float softplus(float x) { return x > linear_from ? x : std::log1p(std::exp(x)); }

/// Scratch: what remains of each element of the state.
std::size_t scratch_bytes(const Tensor& node) {
  return static_cast<std::size_t>(node.source[0]->shape[0]) * sizeof(float);
}

void fill_decays(const Tensor& decay, std::int64_t head, float dt, float* kept, std::int64_t n) {
  const float* rates = float_row(decay, {head, 0, 0});
  if (decay.shape[0] == 1) {
    std::fill_n(kept, n, std::exp(dt * rates[0]));
    return;
  }
  for (std::int64_t i = 0; i < n; ++i) kept[i] = std::exp(dt * rates[i]);
}

/// One row of the state; gives its product with c.
float advance(float* state, const float* kept, const float* b, const float* c, float x,
              std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) state[i] = state[i] * kept[i] + b[i] * x;
  return dot(state, c, n);
}

void run(const CpuTask& task, const Tensor& node) {
  const auto& [states, x, dt, decay, b, c, slots, none] = node.source;
  const std::int64_t n = states->shape[0];
  const std::int64_t size = x->shape[0];
  const std::int64_t heads_per_group = x->shape[1] / b->shape[1];
  auto* kept = reinterpret_cast<float*>(task.scratch);
  const RecurrenceLayout layout{x->shape, n * size, node.params<SsmScanParams>().snapshots, states,
                                reinterpret_cast<const std::int32_t*>(slots->data)};
  run_recurrence(task, node, layout,
                 [&, b = b, c = c, x = x, dt = dt, decay = decay](const RecurrenceStep& step) {
                   const auto [head, token, seq] = step.at;
                   const float t = softplus(float_row(*dt, {token, seq, 0})[head]);
                   fill_decays(*decay, head, t, kept, n);
                   const RowIndex group{head / heads_per_group, token, seq};
                   const float* input = float_row(*x, step.at);
                   for (std::int64_t i = 0; i < size; ++i)
                     step.output[i] = advance(step.state + i * n, kept, float_row(*b, group),
                                              float_row(*c, group), t * input[i], n);
                 });
}

}  // namespace cpu_ssm_scan

void register_cpu_ssm_scan(CpuKernelTable& table) {
  table.add(ssm_scan_op, {cpu_ssm_scan::run, cpu_ssm_scan::scratch_bytes});
}

}  // namespace tern
