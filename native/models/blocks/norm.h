#pragma once

#include <string>

#include "core/graph.h"
#include "models/base/metadata.h"
#include "models/base/weights.h"

namespace tern {

enum class NormKind { layer, rms };

/// norm(x) * weight + bias
struct Norm {
  NormKind kind = NormKind::rms;
  float epsilon = 0.0f;
  Tensor* weight = nullptr;
  Tensor* bias = nullptr;  ///< (optional)
};

/// What all norms of a model have in common.
struct NormConfig {
  NormKind kind = NormKind::rms;
  float epsilon = 0.0f;
};
NormConfig read_norm(const Metadata& metadata, NormKind kind);

/// Loads "<name>.weight" and, where the file has it, "<name>.bias".
Norm load_norm(Weights& weights, const std::string& name, std::int64_t width,
               const NormConfig& config);

Tensor* apply(Graph& graph, const Norm& norm, Tensor* x);

}  // namespace tern
