#include <cmath>

#include "models/blocks/decoder.h"

namespace tern {
namespace model_afmoe {

/// Norms of queries and keys and around both parts, a gate of what attention gives, a sliding
/// window in most layers, no rope in every fourth, and a shared expert.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  model.embedding = load_embedding(model.weights, model.h);
  model.embedding.scale = std::sqrt(static_cast<float>(model.h.embedding));
  const bool windows = model.metadata.integer_or("attention.sliding_window", 0) > 0;
  const std::vector<bool> sliding = model.sliding_layers(4);
  const Rotary far = model.rotary(RopeMode::neox);
  const Rotary near = model.sliding_rotary(RopeMode::neox);
  const ExpertOptions experts{.gating = read_gating(model.metadata, Gating::sigmoid),
                              .normalize = model.metadata.flag_or("expert_weights_norm", false)};
  return model.decoder([&](LayerLoader& load) {
    const bool slides = windows && sliding[load.index];
    AttentionOptions options{.qk_norm = QkNorm::heads};
    if ((load.index + 1) % 4 != 0) options.rotary = slides ? near : far;
    if (slides) options.window = model.sliding_window();
    Attention attention = load.attention(options);
    const std::int64_t width = load.h.heads * load.h.head_v;
    attention.gate = load.linear("attn_gate", load.h.embedding, width, ScaleUse::none);
    ExpertOptions here = experts;
    here.shared_width = shared_width(load);
    DecoderLayer layer;
    layer.attention_norm = load.norm("attn_norm");
    layer.mixer = make_block(attention);
    layer.attention_post_norm = load.norm("post_attention_norm");
    layer.ffn_norm = load.norm("ffn_norm");
    layer.ffn = load.leads_dense() ? make_block(load.ffn({.scale_use = ScaleUse::none}))
                                   : make_block(load.experts(here));
    layer.ffn_post_norm = load.norm("post_ffw_norm");
    return layer;
  });
}

}  // namespace model_afmoe

void register_model_afmoe(ModelTable& table) {
  table.add("afmoe", model_afmoe::load, {.unlike = {"exp_probs_b.bias"}});
}

}  // namespace tern
