#include "models/blocks/ffn.h"

#include "ops/binary.h"
#include "ops/layout.h"

namespace tern {
namespace blocks_ffn {

/// The half of each row that starts at element `first`.
Tensor* half(Graph& graph, Tensor* x, std::int64_t first) {
  const Shape shape{x->shape[0] / 2, x->shape[1], x->shape[2], x->shape[3]};
  return view(graph, x, shape, x->stride, row_bytes(x->type, first));
}

Tensor* weigh(Graph& graph, const Ffn& ffn, Tensor* gate, Tensor* up) {
  if (ffn.situ) return activate_situ(graph, *ffn.situ, gate, up);
  if (ffn.limit > 0.0f) return limited_swiglu(graph, gate, up, ffn.limit, ffn.limit_where);
  return activate_gated(graph, ffn.activation, gate, up);
}

Tensor* inner(Graph& graph, const Ffn& ffn, Tensor* x) {
  Tensor* up = apply(graph, ffn.up, x);
  if (ffn.kind == Ffn::Gate::none) {
    Tensor* y = activate(graph, ffn.activation, up);
    return ffn.divisors != nullptr ? div(graph, y, ffn.divisors) : y;
  }
  if (ffn.kind == Ffn::Gate::apart) return weigh(graph, ffn, apply(graph, ffn.gate, x), up);
  return weigh(graph, ffn, half(graph, up, 0), half(graph, up, up->shape[0] / 2));
}

}  // namespace blocks_ffn

Ffn load_ffn(Weights& weights, const std::string& prefix, std::int64_t embedding,
             std::int64_t width, const FfnOptions& options) {
  const auto load = [&](const char* name, std::int64_t inputs, std::int64_t outputs) {
    Linear linear =
        load_linear(weights, prefix + name + options.suffix, inputs, outputs, options.scale_use);
    if (!options.biases) linear.bias = nullptr;
    return linear;
  };
  Ffn ffn;
  ffn.activation = options.activation;
  ffn.kind = options.gate;
  ffn.situ = options.situ;
  ffn.limit = options.limit;
  ffn.limit_where = options.limit_where;
  ffn.up = load("ffn_up", embedding, options.gate == Ffn::Gate::fused ? 2 * width : width);
  if (options.gate == Ffn::Gate::apart) ffn.gate = load("ffn_gate", embedding, width);
  ffn.down = load("ffn_down", width, embedding);
  return ffn;
}

Tensor* apply(const StepContext& step, const Ffn& ffn, Tensor* x) {
  return apply(step.graph, ffn.down, blocks_ffn::inner(step.graph, ffn, x));
}

}  // namespace tern
