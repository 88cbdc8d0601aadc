#include "models/blocks/decoder.h"

namespace tern {
namespace model_modern_bert {

Activation read_activation(const Metadata& metadata) {
  const std::string name = metadata.text_or("hidden_activation", "gelu");
  if (name == "silu") return Activation::silu;
  if (name != "gelu") metadata.fail("hidden_activation", "gelu or silu", name);
  return Activation::gelu;
}

/// An encoder with norms before the parts; tokens of two layers in three see those near them only,
/// with a rope of their own.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::layer);
  model.is_encoder = true;
  model.reads_classifier = false;  // another than the usual one
  model.embedding = load_encoder_embedding(model.weights, model.h, model.norm, false);
  model.head.norm = load_norm(model.weights, "output_norm", model.h.embedding, model.norm);
  const bool windows = model.metadata.integer_or("attention.sliding_window", 0) > 0;
  const std::vector<bool> near_only =
      windows ? model.sliding_layers(3, true)
              : std::vector<bool>(static_cast<std::size_t>(model.h.blocks()));
  const Rotary far = model.rotary(RopeMode::neox);
  Rotary near = model.sliding_rotary(RopeMode::neox, 10000.0f);
  near.params.frequency_scale = 1.0f;
  const FfnOptions ffn{.activation = read_activation(model.metadata),
                       .gate = Ffn::Gate::fused,
                       .scale_use = ScaleUse::none,
                       .biases = false};
  return model.decoder([&](LayerLoader& load) {
    const bool is_near = near_only[load.index];
    AttentionOptions options{.rotary = is_near ? near : far, .output_bias = false};
    if (is_near)
      options.window = {Window::Kind::symmetric,
                        model.metadata.positive("attention.sliding_window")};
    DecoderLayer layer;
    layer.attention_norm = load.find_norm("attn_norm");
    layer.mixer = make_block(load.attention(options));
    layer.ffn_norm = load.norm("ffn_norm");
    layer.ffn = make_block(load.ffn(ffn));
    return layer;
  });
}

ModelSample sample() {
  return {.values = {{"attention.causal", false}},
          .unlike = {"attn_qkv.weight", "token_types.weight"}};
}

}  // namespace model_modern_bert

void register_model_modern_bert(ModelTable& table) {
  table.add("modern-bert", model_modern_bert::load, model_modern_bert::sample());
}

}  // namespace tern
