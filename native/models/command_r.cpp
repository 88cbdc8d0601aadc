#include "models/blocks/decoder.h"

namespace tern {
namespace model_command_r {

/// Layer norms without biases; attention and feed-forward block side by side, of the same norm.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::layer);
  const Rotary rotary = model.rotary(RopeMode::normal);
  model.head.scale = scale_or_one(model.metadata, "logit_scale");
  return model.decoder([&](LayerLoader& load) {
    AttentionOptions attention{.rotary = rotary};
    Attention block = load.attention(attention);
    block.query_norm = load.find_head_norm("attn_q_norm", load.h.heads);
    block.key_norm = load.find_head_norm("attn_k_norm", load.h.heads_kv);
    if (block.query_norm || block.key_norm) block.qk_norm = QkNorm::heads;
    DecoderLayer layer;
    layer.wiring = DecoderLayer::Wiring::parallel;
    layer.attention_norm = load.norm("attn_norm");
    layer.mixer = make_block(block);
    layer.ffn = make_block(load.ffn({.scale_use = ScaleUse::none}));
    return layer;
  });
}

}  // namespace model_command_r

void register_model_command_r(ModelTable& table) { table.add("command-r", model_command_r::load); }

}  // namespace tern
