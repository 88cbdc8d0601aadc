#include "models/blocks/delta_net.h"

#include <cmath>

#include "models/blocks/states.h"
#include "ops/binary.h"
#include "ops/concat.h"
#include "ops/copy.h"
#include "ops/layout.h"
#include "ops/norm.h"
#include "ops/repeat.h"
#include "ops/scale.h"
#include "ops/unary.h"

namespace tern {
namespace blocks_delta_net {

/// `count` elements from `first` on of what each key head has of a row of x [n, tokens], as rows.
Tensor* part(Graph& graph, const DeltaNet& net, Tensor* x, std::int64_t first, std::int64_t count) {
  const std::int64_t tokens = x->shape[1];
  const Strides stride{x->stride[0], row_bytes(x->type, x->shape[0] / net.key_heads), x->stride[1],
                       x->stride[2]};
  Tensor* heads =
      view(graph, x, {count, net.key_heads, tokens, 1}, stride, row_bytes(x->type, first));
  return reshape(graph, cont(graph, heads), {count * net.key_heads, tokens, 1, 1});
}

struct Projected {
  Tensor* qkv = nullptr;
  Tensor* gate = nullptr;
};

Projected project(Graph& graph, const DeltaNet& net, Tensor* x) {
  if (net.qkv_gate.weight == nullptr) return {apply(graph, net.qkv, x), apply(graph, net.gate, x)};
  const std::int64_t values = net.size * net.heads / net.key_heads;
  Tensor* all = apply(graph, net.qkv_gate, x);
  Tensor* q = part(graph, net, all, 0, net.size);
  Tensor* k = part(graph, net, all, net.size, net.size);
  Tensor* v = part(graph, net, all, 2 * net.size, values);
  Tensor* gate = part(graph, net, all, 2 * net.size + values, values);
  return {concat_tensors(graph, concat_tensors(graph, q, k, 0), v, 0), gate};
}

struct Strength {
  Tensor* beta = nullptr;
  Tensor* decay = nullptr;
};

Strength weigh(const StepContext& step, const DeltaNet& net, Tensor* x) {
  Graph& graph = step.graph;
  const bool apart = net.beta_alpha.weight == nullptr;
  const std::int64_t each = net.heads / net.key_heads;
  Tensor* both = apart ? nullptr : apply(graph, net.beta_alpha, x);
  Tensor* beta = apart ? apply(graph, net.beta, x) : part(graph, net, both, 0, each);
  Tensor* alpha = apart ? apply(graph, net.alpha, x) : part(graph, net, both, each, each);
  alpha = unary(graph, softplus_op, add(graph, alpha, net.alpha_bias));
  const Shape shape{1, net.heads, tokens_each(step), step.sequences.count};
  return {reshape(graph, unary(graph, sigmoid_op, beta), shape),
          reshape(graph, mul(graph, alpha, net.decay), shape)};
}

/// Each key head as often as there are heads that use it.
Tensor* spread(Graph& graph, const DeltaNet& net, Tensor* x) {
  if (!net.neighbours || net.heads == net.key_heads) return x;
  const auto [size, heads, tokens, sequences] = x->shape;
  const std::int64_t each = net.heads / net.key_heads;
  Tensor* one = reshape(graph, x, {size, 1, heads, tokens * sequences});
  Tensor* all = repeat(graph, one, {size, each, heads, tokens * sequences});
  return reshape(graph, all, {size, each * heads, tokens, sequences});
}

Tensor* run(const StepContext& step, const DeltaNet& net, Tensor* qkv, const Strength& strength) {
  Graph& graph = step.graph;
  const std::int64_t keys = net.size * net.key_heads;
  const auto direction = [&](std::int64_t first) {
    Tensor* heads = take_heads(step, qkv, net.size, net.key_heads, first);
    return spread(graph, net, unit_length(graph, heads, net.norm.epsilon));
  };
  return run_delta_net(step, net.slot,
                       {.q = direction(0),
                        .k = direction(keys),
                        .v = take_heads(step, qkv, net.size, net.heads, 2 * keys),
                        .gate = strength.decay,
                        .beta = strength.beta});
}

void load_apart(LayerLoader& load, ScaleUse use, DeltaNet& net) {
  const std::int64_t keys = net.size * net.key_heads;
  const std::int64_t values = net.size * net.heads;
  net.qkv = load.linear("attn_qkv", load.h.embedding, 2 * keys + values, use);
  net.gate = load.linear("attn_gate", load.h.embedding, values, use);
}

/// Scales in such files do not count.
void load_by_key_head(LayerLoader& load, DeltaNet& net) {
  const std::int64_t width = 2 * net.size * (net.key_heads + net.heads);
  net.neighbours = true;
  net.scale_use = ScaleUse::none;
  net.beta_alpha = load.linear("ssm_ba", load.h.embedding, 2 * net.heads, ScaleUse::none);
  if (load.has("attn_qkv.weight")) {
    load_apart(load, ScaleUse::none, net);
  } else {
    net.qkv_gate = load.linear("ssm_in", load.h.embedding, width, ScaleUse::none);
  }
}

}  // namespace blocks_delta_net

std::vector<bool> recurrent_layers(const ModelLoader& model, std::int64_t interval) {
  const char* const key = "attention.recurrent_layers";
  const bool listed = model.metadata.has(key);
  const std::int64_t period = model.metadata.positive_or("full_attention_interval", interval);
  const auto flags = model.metadata.integers_or(key, model.h.layers, 0);
  std::vector<bool> recurrent;
  for (std::int64_t i = 0; i < model.h.layers; ++i) {
    const bool flag = flags[static_cast<std::size_t>(i)] != 0;
    recurrent.push_back(listed ? flag : (i + 1) % period != 0);
  }
  recurrent.resize(static_cast<std::size_t>(model.h.blocks()), false);
  return recurrent;
}

Tensor* unit_length(Graph& graph, Tensor* x, float epsilon) {
  const auto count = static_cast<float>(x->shape[0]);
  return scale(graph, rms_norm(graph, x, epsilon / count), 1.0f / std::sqrt(count));
}

DeltaNet load_delta_net(LayerLoader& load, const SsmSizes& s, DeltaNetLayout layout) {
  const std::int64_t keys = s.state * s.groups;
  const std::int64_t values = s.state * s.rank;
  DeltaNet net;
  net.size = s.state;
  net.key_heads = s.groups;
  net.heads = s.rank;
  if (layout == DeltaNetLayout::apart) {
    blocks_delta_net::load_apart(load, ScaleUse::before_bias, net);
    net.beta = load.linear("ssm_beta", load.h.embedding, s.rank);
    net.alpha = load.linear("ssm_alpha", load.h.embedding, s.rank);
  } else {
    blocks_delta_net::load_by_key_head(load, net);
  }
  net.convolution = load_short_convolution(load, "ssm_conv1d", s.window, 2 * keys + values);
  net.alpha_bias = load.tensor("ssm_dt.bias", {s.rank, 1, 1, 1});
  net.decay = load.tensor("ssm_a", {s.rank, 1, 1, 1});
  net.norm = load.norm("ssm_norm", s.state);
  net.output = load.linear("ssm_out", values, load.h.embedding, net.scale_use);
  net.slot = load.add_state(MemoryKind::recurrent, s.state * values);
  return net;
}

Tensor* apply(const StepContext& step, const DeltaNet& net, Tensor* x) {
  Graph& graph = step.graph;
  const auto [qkv, gate] = blocks_delta_net::project(graph, net, x);
  const blocks_delta_net::Strength strength = blocks_delta_net::weigh(step, net, x);
  Tensor* mixed = unary(graph, silu_op, apply(step, net.convolution, by_sequence(step, qkv)));
  Tensor* y = apply(graph, net.norm, blocks_delta_net::run(step, net, mixed, strength));
  y = mul(graph, y, unary(graph, *net.gate_op, reshape(graph, gate, y->shape)));
  return apply(graph, net.output, reshape(graph, y, {net.size * net.heads, step.count, 1, 1}));
}

}  // namespace tern
