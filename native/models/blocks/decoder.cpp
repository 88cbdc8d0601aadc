#include "models/blocks/decoder.h"

namespace tern {

Decoder::Decoder(const ModelSource& source, const Hparams& hparams, Embedding embedding,
                 const NormConfig& norm, const LayerLoader& load_layer)
    : embedding_(embedding), head_(load_head(source.weights, hparams, embedding, norm)) {
  shape_.vocab = embedding.tokens->shape[1];
  shape_.context = hparams.context;
  shape_.max_position = embedding.positions != nullptr ? embedding.positions->shape[1] : 0;
  shape_.layers = hparams.layers;
  shape_.key_width = hparams.heads_kv * hparams.head_k;
  shape_.value_width = hparams.heads_kv * hparams.head_v;
  for (std::int64_t i = 0; i < hparams.layers; ++i) {
    layers_.push_back(load_layer(layer_prefix(static_cast<std::size_t>(i))));
  }
}

Tensor* Decoder::build(const StepContext& step) const {
  return apply(step.graph, head_, apply(step, layers_, apply(step, embedding_)));
}

}  // namespace tern
