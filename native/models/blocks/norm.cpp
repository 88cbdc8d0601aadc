#include "models/blocks/norm.h"

#include "core/text.h"
#include "ops/binary.h"
#include "ops/norm.h"

namespace tern {

NormConfig read_norm(const Metadata& metadata, NormKind kind) {
  const char* key =
      kind == NormKind::rms ? "attention.layer_norm_rms_epsilon" : "attention.layer_norm_epsilon";
  const float epsilon = metadata.number(key);
  if (epsilon < 0.0f) metadata.fail(key, "a number >= 0", concat(epsilon));
  return {kind, epsilon};
}

Norm load_norm(Weights& weights, const std::string& name, std::int64_t width,
               const NormConfig& config) {
  const Shape shape{width, 1, 1, 1};
  return {config.kind, config.epsilon, weights.require(name + ".weight", shape),
          weights.find(name + ".bias", shape)};
}

Tensor* apply(Graph& graph, const Norm& norm, Tensor* x) {
  Tensor* y = norm.kind == NormKind::rms ? rms_norm(graph, x, norm.epsilon)
                                         : layer_norm(graph, x, norm.epsilon);
  y = mul(graph, y, norm.weight);
  return norm.bias != nullptr ? add(graph, y, norm.bias) : y;
}

}  // namespace tern
