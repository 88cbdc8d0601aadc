#include "core/ops/rwkv_wkv7.h"

#include "backends/cpu/recurrence.h"
#include "backends/cpu/vector.h"

namespace tern {
namespace cpu_rwkv_wkv7 {

/// What one token brings to all rows of a state.
struct Token {
  const float* r;
  const float* decay;
  const float* k;
  const float* a;
  const float* b;
};

/// The row of the state that belongs to one value channel; rows do not depend on each other.
float advance(const Token& token, float* row, float v, std::int64_t n) {
  const float read = dot(row, token.a, n);
  for (std::int64_t j = 0; j < n; ++j)
    row[j] = row[j] * token.decay[j] + v * token.k[j] + read * token.b[j];
  return dot(row, token.r, n);
}

void run(const CpuTask& task, const Tensor& node) {
  const auto& source = node.source;
  const Shape& shape = source[3]->shape;
  const std::int64_t n = shape[0];
  const RecurrenceLayout layout{shape, n * n, 1, source[6], nullptr};
  run_recurrence(task, node, layout, [&](const RecurrenceStep& step) {
    const auto row = [&](std::size_t i) { return float_row(*source[i], step.at); };
    const Token token{row(0), row(1), row(2), row(4), row(5)};
    const float* v = row(3);
    for (std::int64_t i = 0; i < n; ++i)
      step.output[i] = advance(token, step.state + i * n, v[i], n);
  });
}

}  // namespace cpu_rwkv_wkv7

void register_cpu_rwkv_wkv7(CpuKernelTable& table) {
  table.add(rwkv_wkv7_op, {cpu_rwkv_wkv7::run});
}

}  // namespace tern
