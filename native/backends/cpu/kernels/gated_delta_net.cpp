#include "core/ops/gated_delta_net.h"

#include <cmath>

#include "backends/cpu/recurrence.h"
#include "backends/cpu/vector.h"

namespace tern {
namespace cpu_gated_delta_net {

/// What one token brings to all rows of a state.
struct Token {
  const float* q;
  const float* k;
  const float* kept;  ///< exp(gate) for each key channel
  float beta;
  float scale;
};

/// Scratch: exp(gate) for each key channel.
std::size_t scratch_bytes(const Tensor& node) {
  return static_cast<std::size_t>(node.source[0]->shape[0]) * sizeof(float);
}

void fill_kept(const Tensor& gate, RowIndex at, float* kept, std::int64_t keys) {
  const float* logarithms = float_row(gate, at);
  if (gate.shape[0] == 1) {
    std::fill_n(kept, keys, std::exp(logarithms[0]));
    return;
  }
  for (std::int64_t i = 0; i < keys; ++i) kept[i] = std::exp(logarithms[i]);
}

/// The row of the state that belongs to one value channel; rows do not depend on each other.
float advance(const Token& token, float* row, float v, std::int64_t keys) {
  for (std::int64_t i = 0; i < keys; ++i) row[i] *= token.kept[i];
  const float change = (v - dot(row, token.k, keys)) * token.beta;
  for (std::int64_t i = 0; i < keys; ++i) row[i] += token.k[i] * change;
  return dot(row, token.q, keys) * token.scale;
}

void run(const CpuTask& task, const Tensor& node) {
  const auto& source = node.source;
  const std::int64_t keys = source[0]->shape[0];
  const std::int64_t key_heads = source[0]->shape[1];
  const std::int64_t values = source[2]->shape[0];
  auto* kept = reinterpret_cast<float*>(task.scratch);
  const float scale = 1.0f / std::sqrt(static_cast<float>(keys));
  const RecurrenceLayout layout{source[2]->shape, keys * values,
                                node.params<GatedDeltaNetParams>().snapshots, source[5], nullptr};
  run_recurrence(task, node, layout, [&](const RecurrenceStep& step) {
    const RowIndex key{step.at.i1 % key_heads, step.at.i2, step.at.i3};
    fill_kept(*source[3], step.at, kept, keys);
    const Token token{float_row(*source[0], key), float_row(*source[1], key), kept,
                      *float_row(*source[4], step.at), scale};
    const float* v = float_row(*source[2], step.at);
    for (std::int64_t j = 0; j < values; ++j)
      step.output[j] = advance(token, step.state + j * keys, v[j], keys);
  });
}

}  // namespace cpu_gated_delta_net

void register_cpu_gated_delta_net(CpuKernelTable& table) {
  table.add(gated_delta_net_op, {cpu_gated_delta_net::run, cpu_gated_delta_net::scratch_bytes});
}

}  // namespace tern
