#include <cmath>

#include "models/blocks/decoder.h"

namespace tern {
namespace model_grok {

/// Scaled embeddings and logits, a cap on attention, norms around both parts; experts and a dense
/// block side by side.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const Metadata& metadata = model.metadata;
  model.embedding = load_embedding(model.weights, model.h);
  model.embedding.scale = metadata.number_or("embedding_scale", 78.38367176906169f);
  model.head.scale = metadata.number_or("logit_scale", 0.5773502691896257f);
  model.head.softcap = metadata.number_or("final_logit_softcapping", 0.0f);
  const Rotary rotary = model.rotary(RopeMode::neox);
  return model.decoder([&](LayerLoader& load) {
    Attention attention = load.attention({.rotary = rotary});
    attention.attend.scale = 1.0f;
    attention.attend.cap_scale = metadata.number_or("attention.output_scale", 0.08838834764831845f);
    attention.attend.softcap = metadata.number_or("attn_logit_softcapping", 30.0f);
    const FfnOptions dense{.activation = Activation::gelu, .scale_use = ScaleUse::none};
    Experts experts = load.experts({.activation = Activation::gelu, .file_scale = false});
    if (load.has("ffn_up.weight")) {
      experts.shared = make_block(load.ffn(dense));
      experts.sum_scale = std::sqrt(2.0f) / 2.0f;
    }
    DecoderLayer layer;
    layer.attention_norm = load.norm("attn_norm");
    layer.mixer = make_block(attention);
    layer.attention_post_norm = load.norm("attn_output_norm");
    layer.ffn_norm = load.norm("ffn_norm");
    layer.ffn = make_block(experts);
    const bool old = load.has("layer_output_norm.weight");
    layer.ffn_post_norm = load.norm(old ? "layer_output_norm" : "post_ffw_norm");
    return layer;
  });
}

ModelSample sample() { return {.unlike = {"post_ffw_norm.weight", "layer_output_norm.weight"}}; }

}  // namespace model_grok

void register_model_grok(ModelTable& table) {
  table.add("grok", model_grok::load, model_grok::sample());
}

}  // namespace tern
