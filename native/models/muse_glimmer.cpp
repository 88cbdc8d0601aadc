#include "models/blocks/decoder.h"

namespace tern {
namespace model_muse_glimmer {

/// Norms without weights of the embeddings, norms of queries and keys and behind both parts, a gate
/// of what attention gives; most layers have a sliding window, and rope in those only.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  model.embedding = load_embedding(model.weights, model.h);
  model.embedding.norm = bare_norm(model.norm);
  model.head.scale = model.metadata.number("logit_scale");
  model.head.softcap = model.metadata.number_or("final_logit_softcapping", 0.0f);
  const std::vector<bool> sliding = model.sliding_layers(4);
  const Rotary near = model.sliding_rotary(RopeMode::normal);
  return model.decoder([&](LayerLoader& load) {
    AttentionOptions options{.qk_norm = QkNorm::heads};
    if (sliding[load.index]) options.window = model.sliding_window();
    if (sliding[load.index]) options.rotary = near;
    Attention attention = load.attention(options);
    attention.gate =
        load.linear("attn_gate", load.h.embedding, load.h.heads * load.h.head_v, ScaleUse::none);
    DecoderLayer layer;
    layer.attention_norm = load.norm("attn_norm");
    layer.mixer = make_block(attention);
    layer.attention_post_norm = load.norm("post_attention_norm");
    layer.attention_post_norm.epsilon = 1e-8f;
    layer.ffn_norm = load.norm("ffn_norm");
    layer.ffn = make_block(load.ffn({.scale_use = ScaleUse::none}));
    layer.ffn_post_norm = load.norm("post_ffw_norm");
    layer.ffn_post_norm.epsilon = 1e-8f;
    return layer;
  });
}

}  // namespace model_muse_glimmer

void register_model_muse_glimmer(ModelTable& table) {
  table.add("muse-glimmer", model_muse_glimmer::load);
}

}  // namespace tern
