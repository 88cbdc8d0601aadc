#include <algorithm>

#include "core/ops/glu.h"
#include "core/ops/unary.h"
#include "models/blocks/decoder.h"
#include "models/blocks/mamba.h"
#include "models/blocks/samples.h"
#include "models/blocks/states.h"
#include "ops/binary.h"
#include "ops/copy.h"
#include "ops/glu.h"
#include "ops/layout.h"
#include "ops/unary.h"

namespace tern {
namespace model_plamo2 {

/// Between Mamba 1 and 2: heads with one decay each; b, c and step sizes come from the channels.
struct Mixer {
  SsmSizes sizes;
  std::int64_t step_rank = 0;
  Linear input;  ///< for each head its gate and its channels
  ShortConvolution convolution;
  Linear selection;  ///< to b, c and what step sizes are made from
  Norm b_norm, c_norm, step_norm;
  Linear steps;
  Tensor* decay = nullptr;  ///< [heads]
  Tensor* skip = nullptr;   ///< [heads]
  Linear output;
  MemorySlot slot = 0;
};

Mixer load_mixer(LayerLoader& load, const SsmSizes& s) {
  Mixer m;
  m.sizes = s;
  m.step_rank = std::max<std::int64_t>(64, load.h.embedding / 16);
  m.input = load.linear("ssm_in", load.h.embedding, 2 * s.inner, ScaleUse::none);
  m.convolution = load_short_convolution(load, "ssm_conv1d", s.window, s.inner);
  m.selection = load.linear("ssm_x", s.inner, m.step_rank + 2 * s.state, ScaleUse::none);
  const auto norm = [&](const char* name, std::int64_t width) {
    Norm one = bare_norm(load.model.norm);
    one.weight = load.tensor(name, {width, 1, 1, 1});
    return one;
  };
  m.step_norm = norm("ssm_dt_norm", m.step_rank);
  m.b_norm = norm("ssm_b_norm", s.state);
  m.c_norm = norm("ssm_c_norm", s.state);
  m.steps = load.linear("ssm_dt", m.step_rank, s.rank, ScaleUse::none);
  m.decay = load.tensor("ssm_a", {s.rank, 1, 1, 1});
  m.skip = load.tensor("ssm_d", {s.rank, 1, 1, 1});
  m.output = load.linear("ssm_out", s.inner, load.h.embedding, ScaleUse::none);
  m.slot = load.add_state(MemoryKind::recurrent, s.state * s.inner);
  return m;
}

/// x: channels [inner, tokens, sequences]; gives [size, heads, tokens, sequences].
Tensor* scan(const StepContext& step, const Mixer& m, Tensor* x) {
  Graph& graph = step.graph;
  const SsmSizes& s = m.sizes;
  const Shape per_head{1, s.rank, 1, 1};
  Tensor* selected = apply(graph, m.selection, x);
  Tensor* b = apply(graph, m.b_norm, take_heads(step, selected, s.state, 1, 0));
  Tensor* c = apply(graph, m.c_norm, take_heads(step, selected, s.state, 1, s.state));
  Tensor* dt = view(graph, selected, {m.step_rank, x->shape[1], x->shape[2], 1}, selected->stride,
                    row_bytes(selected->type, 2 * s.state));
  dt = apply(graph, m.steps, apply(graph, m.step_norm, dt));
  Tensor* heads = take_heads(step, x, s.inner / s.rank, s.rank, 0);
  Tensor* y =
      run_scan(step, m.slot,
               {.x = heads, .dt = dt, .decay = reshape(graph, m.decay, per_head), .b = b, .c = c});
  return add(graph, y, mul(graph, heads, reshape(graph, m.skip, per_head)));
}

Tensor* apply(const StepContext& step, const Mixer& m, Tensor* x) {
  Graph& graph = step.graph;
  const std::int64_t size = m.sizes.inner / m.sizes.rank;
  const std::int64_t tokens = tokens_each(step);
  const std::int64_t sequences = step.sequences.count;
  Tensor* both =
      reshape(graph, apply(graph, m.input, x), {2 * size, m.sizes.rank, tokens, sequences});
  const Shape half{size, m.sizes.rank, tokens, sequences};
  Tensor* gate = view(graph, both, half, both->stride, 0);
  Tensor* channels =
      cont(graph, view(graph, both, half, both->stride, row_bytes(both->type, size)));
  channels = reshape(graph, channels, {m.sizes.inner, tokens, sequences, 1});
  channels = unary(graph, silu_op, apply(step, m.convolution, channels));
  Tensor* y = glu(graph, swiglu_op, cont(graph, gate), scan(step, m, channels));
  return apply(graph, m.output, reshape(graph, y, {m.sizes.inner, step.count, 1, 1}));
}

Attention load_heads(LayerLoader& load, const AttentionOptions& options) {
  Attention attention = load.attention(options);
  attention.qk_norm = QkNorm::heads;
  attention.query_norm = load.find_head_norm("attn_q_norm", load.h.heads);
  attention.key_norm = load.find_head_norm("attn_k_norm", load.h.heads_kv);
  return attention;
}

/// Scans and attention in turn, with norms around both parts.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const SsmSizes sizes = read_ssm_sizes(model.metadata);
  const AttentionOptions attention{.rotary = model.rotary(RopeMode::neox)};
  return model.decoder([&](LayerLoader& load) {
    DecoderLayer layer;
    layer.attention_norm = load.norm("attn_norm");
    layer.mixer = load.h.heads_kv == 0 ? make_block(load_mixer(load, sizes))
                                       : make_block(load_heads(load, attention));
    layer.attention_post_norm = load.plain_norm("post_attention_norm");
    layer.ffn_norm = load.norm("ffn_norm");
    layer.ffn = make_block(load.ffn({.gate = Ffn::Gate::fused, .scale_use = ScaleUse::none}));
    layer.ffn_post_norm = load.plain_norm("post_ffw_norm");
    return layer;
  });
}

ModelSample sample() {
  return {
      .values = with(mamba_sample(), {{"ssm.group_count", 0}, {"attention.head_count_kv", {2, 0}}}),
      .unlike = {"attn_qkv.weight", "ssm_conv1d.bias"}};
}

}  // namespace model_plamo2

void register_model_plamo2(ModelTable& table) {
  table.add("plamo2", model_plamo2::load, model_plamo2::sample());
}

}  // namespace tern
