#include "backends/cpu/attention_links.h"

#include <cmath>
#include <limits>

#include "backends/common/alibi.h"
#include "backends/cpu/vector.h"

namespace tern {
namespace cpu_attention_links {

constexpr float nothing = -std::numeric_limits<float>::infinity();

const float* floats_of(const Tensor& cache, RowIndex at, float* buffer) {
  if (cache.type == Type::f32) return float_row(cache, at);
  traits(cache.type).to_float(cache.row(at.i1, at.i2, at.i3), buffer, cache.shape[0]);
  return buffer;
}

/// Sums of exp(logit) and of its products with something, relative to the largest logit so far.
struct Sums {
  void add(float logit, double reach) {
    if (logit == nothing) return;
    if (logit > largest) {
      const double factor = std::exp(largest - logit);
      total *= factor;
      reaches *= factor;
      largest = logit;
    }
    const double power = std::exp(logit - largest);
    total += power;
    reaches += power * reach;
  }

  float largest = nothing;
  double total = 0.0;
  double reaches = 0.0;
};

}  // namespace cpu_attention_links

std::size_t AttentionLinks::scratch_bytes(const Tensor& node) {
  const std::int64_t floats = node.source[1]->shape[0] + node.source[2]->shape[0];
  return static_cast<std::size_t>(floats) * sizeof(float);
}

std::size_t AttentionLinks::shared_bytes(const Tensor& node) {
  return static_cast<std::size_t>(row_count(node.source[0]->shape)) * sizeof(Row);
}

AttentionLinks::AttentionLinks(const CpuTask& task, const Tensor& node)
    : q_(*node.source[0]),
      k_(*node.source[1]),
      v_(*node.source[2]),
      mask_(node.source[3]),
      sinks_(node.source[4]),
      gradient_(*node.source[5]),
      params_(node.params<FlashAttentionBackParams>().attention),
      rows_(reinterpret_cast<Row*>(task.shared)),
      key_(reinterpret_cast<float*>(task.scratch)),
      value_(key_ + k_.shape[0]) {}

float AttentionLinks::bias(RowIndex query, std::int64_t cell) const {
  if (mask_ == nullptr) return 0.0f;
  const std::byte* row =
      mask_->row(query.i1, query.i2 % mask_->shape[2], query.i3 % mask_->shape[3]);
  float bias = 0.0f;
  traits(mask_->type).to_float(row + row_bytes(mask_->type, cell), &bias, 1);
  return bias * alibi_slope(params_.max_bias, q_.shape[2], query.i2);
}

AttentionLinks::Pair AttentionLinks::pair(RowIndex query, std::int64_t cell) const {
  const RowIndex at{cell, query.i2 / group(), query.i3};
  const float* key = cpu_attention_links::floats_of(k_, at, key_);
  const float* value = cpu_attention_links::floats_of(v_, at, value_);
  float logit = params_.scale * dot(float_row(q_, query), key, k_.shape[0]);
  float bend = params_.scale;
  if (params_.softcap != 0.0f) {
    const float t = std::tanh(logit / params_.softcap);
    logit = params_.softcap * t;
    bend *= 1.0f - t * t;
  }
  return {key, logit + bias(query, cell), bend, dot(gradient(query), value, v_.shape[0])};
}

void AttentionLinks::measure(RowIndex query) const {
  cpu_attention_links::Sums sums;
  if (sinks_ != nullptr) sums.add(sink(query), 0.0);
  for (std::int64_t cell = 0; cell < cells(); ++cell) {
    const Pair p = pair(query, cell);
    sums.add(p.logit, p.reach);
  }
  // Where all is hidden, no cell has weight.
  row(query) = sums.total == 0.0 ? Row{-cpu_attention_links::nothing, 0.0f}
                                 : Row{sums.largest + static_cast<float>(std::log(sums.total)),
                                       static_cast<float>(sums.reaches / sums.total)};
}

AttentionLink AttentionLinks::link(RowIndex query, std::int64_t cell) const {
  const Row& of = row(query);
  const Pair p = pair(query, cell);
  const float weight = std::exp(p.logit - of.log_sum);
  return {weight, weight * (p.reach - of.mean) * p.bend, p.key};
}

double AttentionLinks::sink_slope(RowIndex query) const {
  const Row& of = row(query);
  return -std::exp(sink(query) - of.log_sum) * of.mean;
}

}  // namespace tern
