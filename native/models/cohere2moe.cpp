#include "models/blocks/decoder.h"

namespace tern {
namespace model_cohere2moe {

/// Like cohere2, with experts, whose sum with a shared one is halved; the first layers are dense,
/// and have rope always, as draft heads do.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  const bool rms = source.metadata.number_or("attention.layer_norm_rms_epsilon", 0.0f) != 0.0f;
  ModelLoader model(source, rms ? NormKind::rms : NormKind::layer);
  const Rotary rotary = model.rotary_with_divisors(RopeMode::normal);
  const std::vector<bool> sliding = model.sliding_layers(4, true);
  model.head.scale = scale_or_one(model.metadata, "logit_scale");
  model.knows_drafts = true;
  return model.decoder([&](LayerLoader& load) {
    AttentionOptions options;
    if (sliding[load.index]) options.window = model.sliding_window();
    const bool is_draft = static_cast<std::int64_t>(load.index) >= model.h.layers;
    if (sliding[load.index] || load.leads_dense() || is_draft) options.rotary = rotary;
    DecoderLayer layer;
    layer.wiring = DecoderLayer::Wiring::parallel;
    layer.attention_norm = load.norm("attn_norm");
    layer.mixer = make_block(load.attention(options));
    if (load.leads_dense()) {
      layer.ffn = make_block(load.ffn());
      return layer;
    }
    Experts experts =
        load.experts({.gating = read_gating(model.metadata, Gating::sigmoid),
                      .normalize = model.metadata.flag_or("expert_weights_norm", false),
                      .scales = true,
                      .shared_width = shared_width(load),
                      .shared_scale_use = ScaleUse::after_bias});
    experts.selection_bias = nullptr;
    if (experts.shared != nullptr) experts.sum_scale = 0.5f;
    layer.ffn = make_block(experts);
    return layer;
  });
}

}  // namespace model_cohere2moe

void register_model_cohere2moe(ModelTable& table) {
  table.add("cohere2moe", model_cohere2moe::load, {.unlike = {"rope_freqs.weight"}});
}

}  // namespace tern
