#pragma once

#include "models/blocks/experts.h"
#include "models/blocks/norm.h"

namespace tern {

/// Experts that may work on fewer elements than the router and the shared expert.
struct LatentExperts {
  Experts experts;
  Tensor* down = nullptr;  ///< (optional) [embedding, latent]
  Norm norm;               ///< (optional) of what the routed experts give
  Tensor* up = nullptr;    ///< (optional) [latent, embedding]
};

Tensor* apply(const StepContext& step, const LatentExperts& experts, Tensor* x);

}  // namespace tern
