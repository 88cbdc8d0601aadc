#include "models/blocks/decoder.h"

namespace tern {
namespace model_llama {

/// RMS norms, rope on neighbouring elements, SwiGLU or experts; biases where the file has them.
std::unique_ptr<Architecture> load_with(ModelLoader& model, const Window& window) {
  const Rotary rotary = model.rotary_with_divisors(RopeMode::normal);
  return model.decoder([&](LayerLoader& load) {
    return load.pre_norm({.mixer = make_block(load.attention({.rotary = rotary, .window = window})),
                          .ffn = model.experts == 0 ? make_block(load.ffn())
                                                    : make_block(load.experts(
                                                          {.file_scale = false, .scales = true}))});
  });
}

std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  return load_with(model, {});
}

/// For embeddings only; nothing is kept.
std::unique_ptr<Architecture> load_embed(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  model.is_encoder = true;
  model.head.norm = load_norm(model.weights, "output_norm", model.h.embedding, model.norm);
  return load_with(model, {Window::Kind::step});
}

ModelSample sample_llama() {
  return {.unlike = {"attn_output.bias", "ffn_gate.bias", "ffn_up.bias", "ffn_down.bias"}};
}

}  // namespace model_llama

void register_model_llama(ModelTable& table) {
  table.add("llama", model_llama::load, model_llama::sample_llama());
  table.add("llama-embed", model_llama::load_embed, {.values = {{"attention.causal", false}}});
}

}  // namespace tern
