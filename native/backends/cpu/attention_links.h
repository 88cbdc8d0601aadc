#pragma once

#include "backends/cpu/kernel.h"
#include "core/ops/flash_attention.h"

namespace tern {

/// What connects a query with a cell.
struct AttentionLink {
  float weight;
  float slope;       ///< how much the loss grows with query · key
  const float* key;  ///< until the next link
};

/// The operands of flash_attention_back, by pairs of a query (token, head, sequence) and a cell.
/// Weights are computed again each time, from what was measured of their row.
class AttentionLinks {
 public:
  static std::size_t scratch_bytes(const Tensor& node);
  static std::size_t shared_bytes(const Tensor& node);

  AttentionLinks(const CpuTask& task, const Tensor& node);

  /// Must come first, for all queries.
  void measure(RowIndex query) const;
  AttentionLink link(RowIndex query, std::int64_t cell) const;
  /// How much the loss grows with the sink of the head of a query, by this query.
  double sink_slope(RowIndex query) const;

  const float* query(RowIndex at) const { return float_row(q_, at); }
  const float* gradient(RowIndex query) const {
    return float_row(gradient_, {query.i2, query.i1, query.i3});
  }
  std::int64_t tokens() const { return q_.shape[1]; }
  std::int64_t cells() const { return k_.shape[1]; }
  /// Heads for each head of keys.
  std::int64_t group() const { return q_.shape[2] / k_.shape[2]; }
  const Shape& queries() const { return q_.shape; }

 private:
  struct Row {
    float log_sum;  ///< weight = exp(logit - log_sum)
    float mean;     ///< of how much the loss grows with each weight
  };
  struct Pair {
    const float* key;
    float logit;
    float bend;   ///< how much the logit grows with query · key
    float reach;  ///< how much the loss grows with the weight
  };

  Row& row(RowIndex query) const {
    return rows_[(query.i3 * q_.shape[2] + query.i2) * q_.shape[1] + query.i1];
  }
  Pair pair(RowIndex query, std::int64_t cell) const;
  float bias(RowIndex query, std::int64_t cell) const;
  float sink(RowIndex query) const { return float_row(*sinks_, {0, 0, 0})[query.i2]; }

  const Tensor& q_;
  const Tensor& k_;
  const Tensor& v_;
  const Tensor* mask_;
  const Tensor* sinks_;
  const Tensor& gradient_;
  FlashAttentionParams params_;
  Row* rows_;
  float* key_;  ///< room for one as floats
  float* value_;
};

}  // namespace tern
