#include "models/blocks/kda.h"

#include "core/ops/unary.h"
#include "models/blocks/delta_net.h"
#include "models/blocks/states.h"
#include "ops/binary.h"
#include "ops/layout.h"
#include "ops/scale.h"
#include "ops/unary.h"

namespace tern {
namespace blocks_kda {

Shape per_channel(const StepContext& step, const Kda& kda) {
  return {kda.size, kda.heads, tokens_each(step), step.sequences.count};
}

Tensor* convolve(const StepContext& step, const Kda& kda, const Linear& linear,
                 const ShortConvolution& convolution, Tensor* x) {
  Graph& graph = step.graph;
  Tensor* y = apply(step, convolution, by_sequence(step, apply(graph, linear, x)));
  return reshape(graph, unary(graph, silu_op, y), per_channel(step, kda));
}

Tensor* in_two(Graph& graph, const Linear& down, const Linear& up, Tensor* x) {
  return apply(graph, up, down.weight != nullptr ? apply(graph, down, x) : x);
}

Tensor* decays(const StepContext& step, const Kda& kda, Tensor* x) {
  Graph& graph = step.graph;
  Tensor* y = add(graph, in_two(graph, kda.decay_down, kda.decay, x), kda.decay_bias);
  if (!kda.bound) y = unary(graph, softplus_op, y);
  Tensor* rate = reshape(graph, kda.decay_rate, {1, kda.heads, 1, 1});
  y = mul(graph, reshape(graph, y, per_channel(step, kda)), rate);
  if (!kda.bound) return y;
  if (kda.sign != 1.0f) y = scale(graph, y, kda.sign);
  return scale(graph, unary(graph, sigmoid_op, y), *kda.bound);
}

Tensor* strengths(const StepContext& step, const Kda& kda, Tensor* x) {
  const Shape shape{1, kda.heads, tokens_each(step), step.sequences.count};
  return unary(step.graph, sigmoid_op, reshape(step.graph, apply(step.graph, kda.beta, x), shape));
}

Tensor* run(const StepContext& step, const Kda& kda, Tensor* x) {
  Graph& graph = step.graph;
  GatedDeltaNet net;
  net.q = convolve(step, kda, kda.query, kda.query_convolution, x);
  net.k = convolve(step, kda, kda.key, kda.key_convolution, x);
  net.v = convolve(step, kda, kda.value, kda.value_convolution, x);
  net.gate = decays(step, kda, x);
  net.beta = strengths(step, kda, x);
  net.q = unit_length(graph, net.q, kda.unit_epsilon);
  net.k = unit_length(graph, net.k, kda.unit_epsilon);
  return run_delta_net(step, kda.slot, net);
}

void load_projections(LayerLoader& load, Kda& kda) {
  const std::int64_t width = kda.size * kda.heads;
  const std::int64_t window = load.model.metadata.positive("ssm.conv_kernel");
  const auto linear = [&](const char* name) {
    Linear one = load.linear(name, load.h.embedding, width, ScaleUse::none);
    one.bias = nullptr;
    return one;
  };
  const auto convolution = [&](const char* name) {
    return load_short_convolution(load, name, {window, 1, width, 1});
  };
  kda.query = linear("attn_q");
  kda.key = linear("attn_k");
  kda.value = linear("attn_v");
  kda.query_convolution = convolution("ssm_conv1d_q");
  kda.key_convolution = convolution("ssm_conv1d_k");
  kda.value_convolution = convolution("ssm_conv1d_v");
}

/// From the embedding to all channels, by way of one head if there are two matrices.
void load_in_two(LayerLoader& load, const Kda& kda, const std::string& first,
                 const std::string& second, Linear& down, Linear& up) {
  const std::int64_t width = kda.size * kda.heads;
  if (second.empty()) {
    up = load.linear(first, load.h.embedding, width, ScaleUse::none);
    return;
  }
  down = load.linear(first, load.h.embedding, kda.size, ScaleUse::none);
  up = load.linear(second, kda.size, width, ScaleUse::none);
}

}  // namespace blocks_kda

Kda load_kda(LayerLoader& load, const KdaOptions& options) {
  Kda kda;
  kda.size = load.model.metadata.positive("kda.head_dim");
  kda.heads = load.model.h.heads;
  kda.bound = options.bound;
  kda.sign = options.sign;
  const std::int64_t width = kda.size * kda.heads;
  blocks_kda::load_projections(load, kda);
  blocks_kda::load_in_two(load, kda, "ssm_f_a", options.decay_in_two ? "ssm_f_b" : "",
                          kda.decay_down, kda.decay);
  blocks_kda::load_in_two(load, kda, options.gate, options.gate_in_two ? "ssm_g_b" : "",
                          kda.gate_down, kda.gate);
  kda.beta = load.linear("ssm_beta", load.h.embedding, kda.heads, ScaleUse::none);
  kda.decay_bias = load.tensor("ssm_dt.bias", {width, 1, 1, 1});
  kda.decay_rate = options.rate_column ? load.tensor("ssm_a", {1, kda.heads, 1, 1})
                                       : load.tensor("ssm_a", {kda.heads, 1, 1, 1});
  kda.norm = load.norm("ssm_norm", kda.size);
  kda.unit_epsilon = options.unit_epsilon > 0.0f ? options.unit_epsilon : kda.norm.epsilon;
  kda.output = load.linear("attn_output", width, load.h.embedding, ScaleUse::none);
  kda.output.bias = nullptr;
  kda.slot = load.add_state(MemoryKind::recurrent, kda.size * width);
  return kda;
}

Tensor* apply(const StepContext& step, const Kda& kda, Tensor* x) {
  Graph& graph = step.graph;
  Tensor* y = blocks_kda::run(step, kda, x);
  Tensor* gate = blocks_kda::in_two(graph, kda.gate_down, kda.gate, x);
  y = apply(graph, kda.norm, y);
  y = mul(graph, y, unary(graph, sigmoid_op, reshape(graph, gate, y->shape)));
  return apply(graph, kda.output, reshape(graph, y, {kda.size * kda.heads, step.count, 1, 1}));
}

}  // namespace tern
