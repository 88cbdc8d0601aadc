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

Norm find_norm(Weights& weights, const std::string& name, std::int64_t width,
               const NormConfig& config) {
  if (weights.find(name + ".weight", {width, 1, 1, 1}) == nullptr) return {};
  return load_norm(weights, name, width, config);
}

Norm bare_norm(const NormConfig& config) { return {config.kind, config.epsilon, nullptr, nullptr}; }

Tensor* apply(Graph& graph, const Norm& norm, Tensor* x) {
  if (!norm) return x;
  Tensor* y = norm.kind == NormKind::rms ? rms_norm(graph, x, norm.epsilon)
                                         : layer_norm(graph, x, norm.epsilon);
  if (norm.weight != nullptr) y = mul(graph, y, norm.weight);
  return norm.bias != nullptr ? add(graph, y, norm.bias) : y;
}

}  // namespace tern
