#include "models/blocks/decoder.h"
#include "ops/binary.h"

namespace tern {
namespace model_command_r {

/// Attention and feed-forward block side by side, of the same norm.
struct Layer {
  Norm norm;
  BlockPtr mixer, ffn;
};

/// The sum with attention comes last and is no chain of additions, so the two are not fused.
Tensor* apply(const StepContext& step, const Layer& layer, bool is_last, Tensor* x) {
  Tensor* normed = tern::apply(step.graph, layer.norm, x);
  Tensor* y = select_outputs(step, is_last, layer.mixer->run(step, normed));
  x = select_outputs(step, is_last, x);
  Tensor* fed = layer.ffn->run(step, select_outputs(step, is_last, normed));
  return add(step.graph, y, add(step.graph, fed, x));
}

/// Layer norms without biases.
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
    return Layer{load.norm("attn_norm"), make_block(block),
                 make_block(load.ffn({.scale_use = ScaleUse::none}))};
  });
}

ModelSample sample() {
  return {.unlike = {"attn_q_norm.weight", "attn_k_norm.weight", "output.weight"}};
}

}  // namespace model_command_r

void register_model_command_r(ModelTable& table) {
  table.add("command-r", model_command_r::load, model_command_r::sample());
}

}  // namespace tern
