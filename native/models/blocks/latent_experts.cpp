#include "models/blocks/latent_experts.h"

#include "ops/binary.h"
#include "ops/matmul.h"

namespace tern {

Tensor* apply(const StepContext& step, const LatentExperts& latent, Tensor* x) {
  Graph& graph = step.graph;
  const Experts& experts = latent.experts;
  Tensor* inner = latent.down != nullptr ? matmul(graph, latent.down, x) : x;
  Tensor* y = run_routed(graph, experts, inner, apply(graph, experts.router, x));
  y = apply(graph, latent.norm, y);
  if (latent.up != nullptr) y = matmul(graph, latent.up, y);
  return experts.shared != nullptr ? add(graph, y, experts.shared->run(step, x)) : y;
}

}  // namespace tern
