#include "models/blocks/decoder.h"

namespace tern {
namespace model_stablelm {

/// Layer norms; some files have norms of queries and keys with weights of each head, some have
/// attention and feed-forward block side by side.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::layer);
  const Rotary rotary = model.rotary(RopeMode::neox);
  return model.decoder([&](LayerLoader& load) {
    Attention attention = load.attention({.rotary = rotary});
    attention.query_norm = load.find_head_norm("attn_q_norm", load.h.heads);
    attention.key_norm = load.find_head_norm("attn_k_norm", load.h.heads_kv);
    if (attention.query_norm || attention.key_norm) attention.qk_norm = QkNorm::heads;
    DecoderLayer layer;
    layer.attention_norm = load.norm("attn_norm");
    layer.mixer = make_block(attention);
    layer.ffn_norm = load.find_norm("ffn_norm");
    layer.ffn = make_block(load.ffn({.scale_use = ScaleUse::none}));
    if (!layer.ffn_norm) layer.wiring = DecoderLayer::Wiring::parallel;
    return layer;
  });
}

}  // namespace model_stablelm

void register_model_stablelm(ModelTable& table) {
  table.add("stablelm", model_stablelm::load, {.unlike = {"_norm.bias"}});
}

}  // namespace tern
