#include "models/blocks/experts.h"

#include "core/text.h"
#include "ops/binary.h"
#include "ops/get_rows.h"
#include "ops/scale.h"
#include "ops/unary.h"

namespace tern {
namespace blocks_experts {

ExpertLinear load_matrices(Weights& weights, const std::string& name, std::int64_t inputs,
                           std::int64_t outputs, std::int64_t count, const ExpertOptions& options) {
  ExpertLinear linear;
  linear.weight = weights.require(name + ".weight", {inputs, outputs, count, 1});
  if (options.biases) linear.bias = weights.find(name + ".bias", {outputs, count, 1, 1});
  if (options.scales) linear.scale = weights.find(name + ".scale", {count, 1, 1, 1});
  return linear;
}

void load_all(Weights& weights, const std::string& prefix, std::int64_t embedding,
              std::int64_t width, const ExpertOptions& options, Experts& experts) {
  const auto load = [&](const char* part, std::int64_t inputs, std::int64_t outputs) {
    return load_matrices(weights, concat(prefix, "ffn_", part, options.suffix), inputs, outputs,
                         experts.count, options);
  };
  experts.down = load("down", width, embedding);
  if (weights.has(concat(prefix, "ffn_gate_up", options.suffix, ".weight"))) {
    experts.gate_up = load("gate_up", embedding, 2 * width);
    return;
  }
  experts.up = load("up", embedding, width);
  if (options.gated) experts.gate = load("gate", embedding, width);
}

void load_shared(Weights& weights, const std::string& prefix, std::int64_t embedding,
                 const ExpertOptions& options, Experts& experts) {
  if (options.shared_width == 0) return;
  const FfnOptions ffn{.gate = options.shared_gating,
                       .scale_use = options.shared_scale_use,
                       .situ = options.situ,
                       .limit = options.shared_limit,
                       .limit_where = options.limit_where,
                       .suffix = "_shexp"};
  experts.shared = make_block(load_ffn(weights, prefix, embedding, options.shared_width, ffn));
  if (options.shared_gate) {
    experts.shared_gate.weight =
        weights.require(prefix + "ffn_gate_inp_shexp.weight", {embedding, 1, 1, 1});
  }
}

void read_counts(const Metadata& metadata, std::size_t layer, Experts& experts) {
  experts.count = metadata.positive("expert_count");
  experts.used =
      metadata.integers("expert_used_count", static_cast<std::int64_t>(layer) + 1).at(layer);
  if (experts.used < 1 || experts.used > experts.count) {
    metadata.fail("expert_used_count", concat("1 to ", experts.count), concat(experts.used));
  }
  experts.groups = metadata.integer_or("expert_group_count", 0);
  if (experts.groups <= 1) return;
  experts.groups_used = metadata.positive("expert_group_used_count");
  if (experts.count % experts.groups != 0)
    metadata.fail("expert_group_count", concat("a divisor of ", experts.count),
                  concat(experts.groups));
}

}  // namespace blocks_experts

Gating read_gating(const Metadata& metadata, Gating fallback) {
  const std::int64_t number = metadata.integer_or("expert_gating_func", 0);
  if (number == 0 && fallback != Gating::none) return fallback;
  if (number < 1 || number > 4) metadata.fail("expert_gating_func", "1 to 4", concat(number));
  return static_cast<Gating>(number);
}

GateLimits read_gate_limits(const Metadata& metadata, std::size_t layer) {
  const auto layers = static_cast<std::int64_t>(layer) + 1;
  const float limit = metadata.numbers_or("swiglu_clamp_exp", layers, 0.0f)[layer];
  if (!metadata.has("swiglu_clamp_shexp")) return {limit, limit};
  return {limit, metadata.numbers_or("swiglu_clamp_shexp", layers, 0.0f)[layer]};
}

std::int64_t expert_width(const Metadata& metadata, std::size_t layer, const Hparams& sizes) {
  const auto widths = metadata.integers_or("expert_feed_forward_length",
                                           static_cast<std::int64_t>(layer) + 1, sizes.ffn);
  return widths.at(layer) == 0 ? sizes.ffn : widths.at(layer);
}

Experts load_experts(const Metadata& metadata, Weights& weights, const std::string& prefix,
                     std::size_t layer, const Hparams& sizes, const ExpertOptions& options) {
  using namespace blocks_experts;
  Experts experts;
  read_counts(metadata, layer, experts);
  experts.gating = options.gating;
  experts.normalize = options.normalize;
  experts.activation = options.activation;
  experts.weigh_inputs = options.weigh_inputs;
  const float scale = metadata.number_or("expert_weights_scale", 0.0f);
  if (options.file_scale && scale != 0.0f) experts.scale = scale;
  experts.router = load_linear(weights, prefix + "ffn_gate_inp", sizes.embedding, experts.count);
  if (!options.biases) experts.router.bias = nullptr;
  experts.selection_bias = weights.find(prefix + "exp_probs_b.bias", {experts.count, 1, 1, 1});
  const std::int64_t width =
      options.width != 0 ? options.width : expert_width(metadata, layer, sizes);
  experts.situ = options.situ;
  experts.limit = options.limit;
  experts.limit_where = options.limit_where;
  load_all(weights, prefix, options.inputs != 0 ? options.inputs : sizes.embedding, width, options,
           experts);
  load_shared(weights, prefix, sizes.embedding, options, experts);
  return experts;
}

Tensor* apply(const StepContext& step, const Experts& experts, Tensor* x) {
  Graph& graph = step.graph;
  Tensor* chosen = experts.table != nullptr ? get_rows(graph, experts.table, step.tokens) : nullptr;
  Tensor* sum = run_routed(graph, experts, x, apply(graph, experts.router, x), chosen);
  if (experts.shared == nullptr) return sum;
  Tensor* shared = experts.shared->run(step, x);
  if (experts.shared_gate.weight != nullptr)
    shared = mul(graph, shared, unary(graph, sigmoid_op, apply(graph, experts.shared_gate, x)));
  sum = add(graph, sum, shared);
  return experts.sum_scale != 1.0f ? tern::scale(graph, sum, experts.sum_scale) : sum;
}

}  // namespace tern
