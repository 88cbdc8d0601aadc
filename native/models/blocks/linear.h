#pragma once

#include <string>

#include "core/graph.h"
#include "models/base/weights.h"

namespace tern {

/// What a tensor "<name>.scale" in the file means; files and programs do not agree on it, so the
/// architecture says.
enum class ScaleUse {
  none,         ///< weight · x + bias
  before_bias,  ///< weight · x * scale + bias
  after_bias,   ///< (weight · x + bias) * scale
};

/// A matrix with, optionally, a scale and a bias.
struct Linear {
  Tensor* weight = nullptr;  ///< [inputs, outputs]
  Tensor* bias = nullptr;    ///< (optional) [outputs]
  Tensor* scale = nullptr;   ///< (optional) [1]
  ScaleUse scale_use = ScaleUse::none;
};

/// Loads "<name>.weight" and, where the file has them, "<name>.bias" and the scale.
Linear load_linear(Weights& weights, const std::string& name, std::int64_t inputs,
                   std::int64_t outputs, ScaleUse scale_use = ScaleUse::none);

/// In place of a block.
struct StepContext;
Tensor* apply(const StepContext& step, const Linear& linear, Tensor* x);

Tensor* apply(Graph& graph, const Linear& linear, Tensor* x);

}  // namespace tern
