#pragma once

#include <optional>

#include "models/blocks/short_convolution.h"

namespace tern {

/// Kimi delta attention: a delta net whose keys have a decay for each channel; queries, keys and
/// values have a convolution each, and sigmoid of a gate weighs what it gives.
struct Kda {
  std::int64_t size = 0;  ///< elements of a head of queries, keys and values
  std::int64_t heads = 0;
  Linear query, key, value;
  ShortConvolution query_convolution, key_convolution, value_convolution;
  Linear decay_down, decay;      ///< "decay" works on what "decay_down" gives, if there is one
  Tensor* decay_bias = nullptr;  ///< [size * heads]
  Tensor* decay_rate = nullptr;  ///< [1, heads] or [heads]
  /// Decays are bound * sigmoid(sign * rate * (decay + bias)); without a bound
  /// rate * softplus(decay + bias).
  std::optional<float> bound;
  float sign = 1.0f;
  float unit_epsilon = 0.0f;  ///< of the lengths of queries and keys
  Linear beta;                ///< [embedding, heads]
  Linear gate_down, gate;     ///< like decay
  Norm norm;                  ///< of a head
  Linear output;
  MemorySlot slot = 0;
};

/// What a model file says about it.
struct KdaOptions {
  bool decay_in_two = true;  ///< "ssm_f_a" and "ssm_f_b", else the first alone
  bool gate_in_two = false;  ///< "ssm_g_a" and "ssm_g_b", else `gate` alone
  const char* gate = "ssm_g_a";
  bool rate_column = true;  ///< "ssm_a" is [1, heads]
  std::optional<float> bound = std::nullopt;
  float sign = 1.0f;
  float unit_epsilon = 0.0f;  ///< 0: that of the norm
};

/// Loads the parts of a layer with as many heads as the first layer has.
Kda load_kda(LayerLoader& load, const KdaOptions& options);

Tensor* apply(const StepContext& step, const Kda& kda, Tensor* x);

}  // namespace tern
