#include "models/blocks/decoder.h"

namespace tern {
namespace model_qwen3vlmoe {

/// Like qwen3vl, with experts.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const Rotary rotary = model.rotary(RopeMode::interleaved_mrope);
  return model.decoder([&](LayerLoader& load) {
    DecoderLayer layer;
    layer.attention_norm = load.norm("attn_norm");
    layer.mixer = make_block(load.attention({.rotary = rotary, .qk_norm = QkNorm::heads}));
    layer.ffn_norm = load.norm("ffn_norm");
    layer.ffn = make_block(load.experts({.file_scale = false}));
    return layer;
  });
}

}  // namespace model_qwen3vlmoe

void register_model_qwen3vlmoe(ModelTable& table) {
  table.add("qwen3vlmoe", model_qwen3vlmoe::load);
}

}  // namespace tern
