#include "core/ops/rwkv_wkv6.h"

#include "backends/cpu/recurrence.h"

namespace tern {
namespace cpu_rwkv_wkv6 {

/// What one key channel of a token does to its row of the state.
struct Channel {
  float k, r, first, kept;
};

void advance(const Channel& c, const float* v, float* row, float* output, std::int64_t n) {
  for (std::int64_t j = 0; j < n; ++j) {
    const float product = c.k * v[j];
    output[j] += (product * c.first + row[j]) * c.r;
    row[j] = row[j] * c.kept + product;
  }
}

void run(const CpuTask& task, const Tensor& node) {
  const auto& source = node.source;
  const Shape& shape = source[1]->shape;
  const std::int64_t n = shape[0];
  const RecurrenceLayout layout{shape, n * n, 1, source[5], nullptr};
  run_recurrence(task, node, layout, [&](const RecurrenceStep& step) {
    const float* k = float_row(*source[0], step.at);
    const float* v = float_row(*source[1], step.at);
    const float* r = float_row(*source[2], step.at);
    const float* first = float_row(*source[3], {step.at.i1, 0, 0});
    const float* decay = float_row(*source[4], step.at);
    std::fill_n(step.output, n, 0.0f);
    for (std::int64_t i = 0; i < n; ++i)
      advance({k[i], r[i], first[i], decay[i]}, v, step.state + i * n, step.output, n);
  });
}

}  // namespace cpu_rwkv_wkv6

void register_cpu_rwkv_wkv6(CpuKernelTable& table) {
  table.add(rwkv_wkv6_op, {cpu_rwkv_wkv6::run});
}

}  // namespace tern
