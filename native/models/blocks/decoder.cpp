#include "models/blocks/decoder.h"

#include "core/text.h"

namespace tern {

Tensor* Decoder::build(const StepContext& step) const {
  return apply(step.graph, head_, apply(step, layers_, apply(step, embedding_)));
}

LayerLoader::LayerLoader(ModelLoader& loader, std::size_t i)
    : model(loader), index(i), prefix(layer_prefix(i)), h(loader.h.layer(i)) {}

bool LayerLoader::has(const std::string& name) const { return model.weights.has(prefix + name); }

Norm LayerLoader::norm(const std::string& name, std::int64_t width) const {
  return load_norm(model.weights, prefix + name, width == 0 ? h.embedding : width, model.norm);
}

Norm LayerLoader::find_norm(const std::string& name, std::int64_t width) const {
  return has(name + ".weight") ? norm(name, width) : Norm{};
}

Linear LayerLoader::linear(const std::string& name, std::int64_t inputs, std::int64_t outputs,
                           ScaleUse use) const {
  return load_linear(model.weights, prefix + name, inputs, outputs, use);
}

Attention LayerLoader::attention(const AttentionOptions& options) const {
  return load_attention(model.weights, model.shape.memory, prefix, static_cast<std::int64_t>(index),
                        h, model.norm, options);
}

Ffn LayerLoader::ffn(const FfnOptions& options) const {
  return load_ffn(model.weights, prefix, h.embedding, h.ffn, options);
}

ModelLoader::ModelLoader(const ModelSource& source, NormKind kind)
    // Braces, so that sizes are read first.
    : ModelLoader{source, read_hparams(source.metadata), read_norm(source.metadata, kind)} {}

ModelLoader::ModelLoader(const ModelSource& source, Hparams sizes, const NormConfig& config)
    : metadata(source.metadata), weights(source.weights), h(std::move(sizes)), norm(config) {
  shape.context = h.context;
  shape.layers = h.layers;
  shape.causal = metadata.flag_or("attention.causal", true);
  experts = metadata.integer_or("expert_count", 0);
}

std::unique_ptr<Architecture> ModelLoader::decoder(const LoadLayer& load_layer) {
  if (embedding.tokens == nullptr) embedding.tokens = load_embedding(weights, h).tokens;
  if (head.output.weight == nullptr) {
    const Head found = load_head(weights, h, embedding, norm);
    head.output = found.output;
    if (!head.norm) head.norm = found.norm;
  }
  shape.vocab = embedding.tokens->shape[1];
  if (embedding.positions != nullptr) shape.max_position = embedding.positions->shape[1];
  std::vector<DecoderLayer> layers;
  for (std::size_t i = 0; i < static_cast<std::size_t>(h.layers); ++i) {
    LayerLoader layer(*this, i);
    layers.push_back(load_layer(layer));
  }
  if (experts != 0 && !uses_experts)
    metadata.fail("expert_count", "0 (no experts)", concat(experts));
  return std::make_unique<Decoder>(shape, embedding, std::move(layers), head);
}

}  // namespace tern
