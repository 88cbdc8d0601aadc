#include "models/blocks/decoder.h"

namespace tern {
namespace model_refact {

struct Activated {};

Tensor* apply(const StepContext& step, const Activated&, Tensor* x) {
  return activate(step.graph, Activation::silu, x);
}

/// Like llama, with ALiBi in place of rope. Of files with experts only the activation is left, as
/// nothing chooses among them.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  model.shape.distances = true;
  model.uses_experts = true;
  return model.decoder([&](LayerLoader& load) {
    return load.pre_norm(
        {.mixer = make_block(load.attention({.max_bias = 8.0f, .output_bias = false})),
         .ffn = model.experts > 0
                    ? make_block(Activated{})
                    : make_block(load.ffn({.scale_use = ScaleUse::none, .biases = false}))});
  });
}

ModelSample sample() {
  return {.unlike = {"attn_output.bias", "ffn_gate.bias", "ffn_up.bias", "ffn_down.bias"}};
}

}  // namespace model_refact

void register_model_refact(ModelTable& table) {
  table.add("refact", model_refact::load, model_refact::sample());
}

}  // namespace tern
