#include "models/blocks/decoder.h"
#include "models/blocks/lightning_attention.h"
#include "ops/binary.h"
#include "ops/scale.h"

namespace tern {
namespace model_minimax_01 {

/// What is added to each part is its normed input.
struct Layer {
  Norm norm;
  BlockPtr mixer;
  Norm ffn_norm;
  BlockPtr ffn;
  float residual_scale = 1.0f;
};

Tensor* apply(const StepContext& step, const Layer& layer, bool is_last, Tensor* x) {
  Graph& graph = step.graph;
  x = apply(graph, layer.norm, x);
  Tensor* y = select_outputs(step, is_last, layer.mixer->run(step, x));
  x = scale(graph, select_outputs(step, is_last, x), layer.residual_scale);
  x = apply(graph, layer.ffn_norm, add(graph, y, x));
  y = layer.ffn->run(step, x);
  return add(graph, y, scale(graph, x, layer.residual_scale));
}

/// Lightning attention in seven of eight layers, and experts.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const float residual = model.metadata.number("residual_scale");
  const std::vector<bool> recurrent = recurrent_layers(model, 8);
  const AttentionOptions attention{.rotary = model.rotary(RopeMode::neox), .output_bias = false};
  return model.decoder([&](LayerLoader& load) {
    BlockPtr mixer = recurrent[load.index] ? make_block(load_lightning_attention(load))
                                           : make_block(load.attention(attention));
    return Layer{load.norm("attn_norm"), std::move(mixer), load.norm("ffn_norm"),
                 make_block(load.experts({.file_scale = false})), residual};
  });
}

ModelSample sample() {
  return {.values = {{"full_attention_interval", 2}, {"residual_scale", 1.5f}}};
}

}  // namespace model_minimax_01

void register_model_minimax_01(ModelTable& table) {
  table.add("minimax-01", model_minimax_01::load, model_minimax_01::sample());
}

}  // namespace tern
