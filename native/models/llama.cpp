#include "models/blocks/decoder.h"

namespace tern {
namespace model_llama {

/// RMS norms, rope on neighbouring elements, SwiGLU or experts; biases where the file has them.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const Rotary rotary = model.rotary_with_divisors(RopeMode::normal);
  return model.decoder([&](LayerLoader& load) {
    DecoderLayer layer;
    layer.attention_norm = load.norm("attn_norm");
    layer.mixer = make_block(load.attention({.rotary = rotary}));
    layer.ffn_norm = load.norm("ffn_norm");
    layer.ffn = model.experts == 0
                    ? make_block(load.ffn())
                    : make_block(load.experts({.file_scale = false, .scales = true}));
    return layer;
  });
}

}  // namespace model_llama

void register_model_llama(ModelTable& table) { table.add("llama", model_llama::load); }

}  // namespace tern
