#include "backends/cpu/delta_net.h"

#include <cmath>

#include "backends/cpu/vector.h"
#include "core/ops/gated_delta_net.h"

namespace tern {
namespace cpu_delta_net {

/// What one token brings to all rows of a state.
struct Token {
  const float* q;
  const float* k;
  const float* kept;  ///< exp(gate) for each key channel
  float beta;
  float scale;
};

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

}  // namespace cpu_delta_net

std::size_t delta_net_scratch(const Tensor& net) {
  return static_cast<std::size_t>(net.source[0]->shape[0]) * sizeof(float);
}

RecurrenceLayout delta_net_layout(const Tensor& net) {
  const Tensor& v = *net.source[2];
  return {v.shape, net.source[0]->shape[0] * v.shape[0],
          net.params<GatedDeltaNetParams>().snapshots, net.source[5], nullptr};
}

void run_delta_net(const CpuTask& task, const Tensor& net, const RecurrenceTarget& target) {
  using namespace cpu_delta_net;
  const auto& source = net.source;
  const std::int64_t keys = source[0]->shape[0];
  const std::int64_t key_heads = source[0]->shape[1];
  const std::int64_t values = source[2]->shape[0];
  auto* kept = reinterpret_cast<float*>(task.scratch);
  const float scale = 1.0f / std::sqrt(static_cast<float>(keys));
  run_recurrence(task, net, delta_net_layout(net), target, [&](const RecurrenceStep& step) {
    const RowIndex key{step.at.i1 % key_heads, step.at.i2, step.at.i3};
    fill_kept(*source[3], step.at, kept, keys);
    const Token token{float_row(*source[0], key), float_row(*source[1], key), kept,
                      *float_row(*source[4], step.at), scale};
    const float* row = float_row(*source[2], step.at);
    for (std::int64_t j = 0; j < values; ++j)
      step.output[j] = advance(token, step.state + j * keys, row[j], keys);
  });
}

}  // namespace tern
