#include "models/blocks/decoder.h"
#include "models/blocks/mamba2.h"
#include "models/blocks/samples.h"
#include "ops/binary.h"

namespace tern {
namespace model_falcon_h1 {

/// Attention and a Mamba 2 mixer side by side.
struct Layer {
  Norm norm;
  Attention attention;
  Mamba2 mamba;
  Norm ffn_norm;
  Ffn ffn;
};

Tensor* apply(const StepContext& step, const Layer& layer, bool is_last, Tensor* x) {
  Graph& graph = step.graph;
  Tensor* attended = tern::apply(step, layer.attention, tern::apply(graph, layer.norm, x));
  Tensor* scanned = tern::apply(step, layer.mamba, tern::apply(graph, layer.norm, x));
  x = add(graph, add(graph, attended, scanned), x);
  x = select_outputs(step, is_last, x);
  Tensor* y = tern::apply(step, layer.ffn, tern::apply(graph, layer.ffn_norm, x));
  return add(graph, y, x);
}

std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const SsmSizes sizes = read_ssm_sizes(model.metadata);
  const AttentionOptions attention{.rotary = model.rotary(RopeMode::neox), .output_bias = false};
  return model.decoder([&](LayerLoader& load) {
    return Layer{load.norm("attn_norm"), load.attention(attention), load_mamba2(load, sizes),
                 load.plain_norm("ffn_norm"), load.ffn({.scale_use = ScaleUse::none})};
  });
}

ModelSample sample() {
  return {.values = mamba_sample(),
          .unlike = {"attn_output.bias", "ffn_gate.bias", "ffn_up.bias", "ffn_down.bias"}};
}

}  // namespace model_falcon_h1

void register_model_falcon_h1(ModelTable& table) {
  table.add("falcon-h1", model_falcon_h1::load, model_falcon_h1::sample());
}

}  // namespace tern
