#include "models/blocks/encoder_layer.h"

namespace tern {
namespace model_bert {

/// An encoder of the first kind: norms behind the parts, learned positions or rope, a plain GELU
/// block or SwiGLU.
std::unique_ptr<Architecture> load(const ModelSource& source, bool rope, const FfnOptions& ffn) {
  ModelLoader model(source, NormKind::layer);
  model.is_encoder = true;
  model.embedding = load_encoder_embedding(model.weights, model.h, model.norm, !rope);
  AttentionOptions attention{.window = {Window::Kind::step}};
  if (rope) attention.rotary = model.rotary(RopeMode::neox);
  return model.decoder([&](LayerLoader& load) {
    return post_norm(
        load, {.mixer = make_block(load.attention(attention)), .ffn = make_block(load.ffn(ffn))});
  });
}

const FfnOptions gelu{
    .activation = Activation::gelu, .gate = Ffn::Gate::none, .scale_use = ScaleUse::none};

std::unique_ptr<Architecture> load_bert(const ModelSource& source) {
  return load(source, false, gelu);
}

std::unique_ptr<Architecture> load_nomic(const ModelSource& source) {
  return load(source, true, {.scale_use = ScaleUse::none, .biases = false});
}

std::unique_ptr<Architecture> load_jina_v3(const ModelSource& source) {
  return load(source, true, gelu);
}

ModelSample sample_bert() {
  return {.values = {{"attention.causal", false}},
          .unlike = {"attn_output.bias", "_norm.bias", "ffn_up.bias", "ffn_down.bias",
                     "position_embd.weight"}};
}

ModelSample sample_jina_bert_v3() {
  return {.values = {{"attention.causal", false}},
          .unlike = {"attn_output.bias", "_norm.bias", "ffn_up.bias", "ffn_down.bias"},
          .vocab = 288};
}

ModelSample sample_nomic_bert() {
  return {.values = {{"attention.causal", false}}, .unlike = {"attn_output.bias", "_norm.bias"}};
}

}  // namespace model_bert

void register_model_bert(ModelTable& table) {
  table.add("bert", model_bert::load_bert, model_bert::sample_bert());
  table.add("nomic-bert", model_bert::load_nomic, model_bert::sample_nomic_bert());
  table.add("jina-bert-v3", model_bert::load_jina_v3, model_bert::sample_jina_bert_v3());
}

}  // namespace tern
