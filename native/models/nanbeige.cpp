#include "models/blocks/decoder.h"

namespace tern {
namespace model_nanbeige {

struct Layer {
  DecoderLayer inner;
  Norm between;
};

Tensor* apply(const StepContext& step, const Layer& layer, bool is_last, Tensor* x) {
  return tern::apply(step.graph, layer.between, tern::apply(step, layer.inner, is_last, x));
}

/// Each pass keeps keys and values of its own.
void repeat_layers(ModelLoader& model, std::int64_t loops) {
  Hparams& h = model.h;
  for (auto* sizes : {&h.layer_ffn, &h.layer_heads, &h.layer_heads_kv}) {
    const std::vector<std::int64_t> once = *sizes;
    for (std::int64_t i = 1; i < loops; ++i) sizes->insert(sizes->end(), once.begin(), once.end());
  }
  h.layers *= loops;
  model.shape.layers = h.layers;
}

/// Like llama; its layers may be run through several times, with a norm in between.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const std::int64_t loops = model.metadata.positive_or("num_loops", 1);
  const auto once = static_cast<std::size_t>(model.h.layers);
  const bool bare = model.metadata.flag_or("skip_loop_final_norm", false);
  repeat_layers(model, loops);
  const Rotary rotary = model.rotary_with_divisors(RopeMode::normal);
  return model.decoder([&](LayerLoader& load) {
    load.prefix = layer_prefix(load.index % once);
    Layer layer;
    layer.inner = load.standard({.rotary = rotary});
    const std::size_t next = load.index + 1;
    if (next % once == 0 && next < once * static_cast<std::size_t>(loops) && !bare)
      layer.between = load_norm(model.weights, "output_norm", model.h.embedding, model.norm);
    return layer;
  });
}

}  // namespace model_nanbeige

void register_model_nanbeige(ModelTable& table) { table.add("nanbeige", model_nanbeige::load); }

}  // namespace tern
