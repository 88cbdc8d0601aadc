#include "models/blocks/decoder.h"
#include "ops/binary.h"

namespace tern {
namespace model_arctic {

struct Layer {
  DecoderLayer dense;
  Norm experts_norm;
  BlockPtr experts;
};

Tensor* apply(const StepContext& step, const Layer& layer, bool is_last, Tensor* x) {
  Tensor* dense = tern::apply(step, layer.dense, is_last, x);
  x = tern::apply(step.graph, layer.experts_norm, select_outputs(step, is_last, x));
  return add(step.graph, layer.experts->run(step, x), dense);
}

/// Like llama, with a dense block behind attention and experts beside both, fed by what came into
/// the layer.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const Rotary rotary = model.rotary(RopeMode::normal);
  return model.decoder([&](LayerLoader& load) {
    Layer layer;
    load.h.ffn = load.h.embedding;
    layer.dense = load.standard({.rotary = rotary}, {.scale_use = ScaleUse::none});
    load.h.ffn = model.h.ffn;
    layer.experts_norm = load.norm("ffn_norm_exps");
    layer.experts = make_block(load.experts({.file_scale = false}));
    return layer;
  });
}

}  // namespace model_arctic

void register_model_arctic(ModelTable& table) { table.add("arctic", model_arctic::load); }

}  // namespace tern
