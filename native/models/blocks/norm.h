#pragma once

#include <string>

#include "core/graph.h"
#include "models/base/metadata.h"
#include "models/base/weights.h"

namespace tern {

enum class NormKind {
  none,  ///< x as it is
  layer,
  rms,
};

/// norm(x) * weight + bias. One that was not loaded does nothing.
struct Norm {
  NormKind kind = NormKind::none;
  float epsilon = 0.0f;
  Tensor* weight = nullptr;  ///< (optional)
  Tensor* bias = nullptr;    ///< (optional)

  explicit operator bool() const { return kind != NormKind::none; }
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
/// The same, but none if the file has no "<name>.weight".
Norm find_norm(Weights& weights, const std::string& name, std::int64_t width,
               const NormConfig& config);
/// A norm without weights.
Norm bare_norm(const NormConfig& config);

Tensor* apply(Graph& graph, const Norm& norm, Tensor* x);

}  // namespace tern
