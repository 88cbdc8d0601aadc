#include "models/blocks/decoder.h"
#include "ops/binary.h"

namespace tern {
namespace model_smallthinker {

struct Layer {
  Norm attention_norm, ffn_norm;
  Attention attention;
  Experts experts;
};

Tensor* apply(const StepContext& step, const Layer& layer, bool is_last, Tensor* x) {
  Graph& graph = step.graph;
  Tensor* logits = select_outputs(step, is_last, apply(graph, layer.experts.router, x));
  Tensor* y = apply(step, layer.attention, apply(graph, layer.attention_norm, x));
  y = select_outputs(step, is_last, y);
  y = add(graph, y, select_outputs(step, is_last, x));
  Tensor* normed = apply(graph, layer.ffn_norm, y);
  return add(graph, run_routed(graph, layer.experts, normed, logits), y);
}

/// Experts are chosen by what comes into the layer, before attention. Layers with a sliding window
/// have rope, the others none.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const bool windows = model.metadata.integer_or("attention.sliding_window", 0) > 0;
  const std::vector<bool> sliding = model.sliding_layers(4, true);
  const Rotary rotary = model.rotary(RopeMode::neox);
  return model.decoder([&](LayerLoader& load) {
    AttentionOptions options;
    if (!windows || load.index % 4 != 0) options.rotary = rotary;
    if (windows && sliding[load.index]) options.window = {Window::Kind::sliding, 4096};
    Layer layer;
    layer.attention_norm = load.norm("attn_norm");
    layer.attention = load.attention(options);
    layer.ffn_norm = load.norm("ffn_norm");
    layer.experts = load.experts({.activation = Activation::relu,
                                  .gating = read_gating(model.metadata),
                                  .file_scale = false});
    return layer;
  });
}

}  // namespace model_smallthinker

void register_model_smallthinker(ModelTable& table) {
  table.add("smallthinker", model_smallthinker::load);
}

}  // namespace tern
