#include "models/blocks/decoder.h"

namespace tern {
namespace model_cohere2 {

/// Like command-r; layers with a sliding window have rope, the others none.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::layer);
  const Rotary rotary = model.rotary_with_divisors(RopeMode::normal);
  const std::vector<bool> sliding = model.sliding_layers(4);
  model.head.scale = scale_or_one(model.metadata, "logit_scale");
  return model.decoder([&](LayerLoader& load) {
    AttentionOptions attention;
    if (sliding[load.index]) attention = {.rotary = rotary, .window = model.sliding_window()};
    DecoderLayer layer;
    layer.wiring = DecoderLayer::Wiring::parallel;
    layer.attention_norm = load.norm("attn_norm");
    layer.mixer = make_block(load.attention(attention));
    layer.ffn = make_block(load.ffn());
    return layer;
  });
}

}  // namespace model_cohere2

void register_model_cohere2(ModelTable& table) {
  table.add("cohere2", model_cohere2::load, {.unlike = {"output.weight", "rope_freqs.weight"}});
}

}  // namespace tern
