#include "models/blocks/ffn.h"

#include "ops/glu.h"
#include "ops/unary.h"

namespace tern {

Ffn load_plain_ffn(Weights& weights, const std::string& prefix, std::int64_t embedding,
                   std::int64_t width, const OpInfo& activation, ScaleUse scale_use) {
  Ffn ffn;
  ffn.activation = &activation;
  ffn.up = load_linear(weights, prefix + "ffn_up", embedding, width, scale_use);
  ffn.down = load_linear(weights, prefix + "ffn_down", width, embedding, scale_use);
  return ffn;
}

Ffn load_gated_ffn(Weights& weights, const std::string& prefix, std::int64_t embedding,
                   std::int64_t width, const OpInfo& activation, ScaleUse scale_use) {
  Ffn ffn = load_plain_ffn(weights, prefix, embedding, width, activation, scale_use);
  ffn.gated = true;
  ffn.gate = load_linear(weights, prefix + "ffn_gate", embedding, width, scale_use);
  return ffn;
}

Tensor* apply(Graph& graph, const Ffn& ffn, Tensor* x) {
  Tensor* up = apply(graph, ffn.up, x);
  Tensor* inner = ffn.gated ? glu(graph, *ffn.activation, apply(graph, ffn.gate, x), up)
                            : unary(graph, *ffn.activation, up);
  return apply(graph, ffn.down, inner);
}

}  // namespace tern
