#pragma once

#include <functional>
#include <string>
#include <vector>

#include "models/base/architecture.h"
#include "models/blocks/attention.h"
#include "models/blocks/embedding.h"
#include "models/blocks/ffn.h"
#include "models/blocks/head.h"
#include "models/blocks/layer.h"

namespace tern {

/// An embedding, decoder layers, a head: the shape of most architectures.
class Decoder : public Architecture {
 public:
  Decoder(ModelShape shape, Embedding embedding, std::vector<DecoderLayer> layers, Head head)
      : shape_(std::move(shape)),
        embedding_(embedding),
        layers_(std::move(layers)),
        head_(std::move(head)) {}

  const ModelShape& shape() const override { return shape_; }
  Tensor* build(const StepContext& step) const override;

 private:
  ModelShape shape_;
  Embedding embedding_;
  std::vector<DecoderLayer> layers_;
  Head head_;
};

class ModelLoader;

/// Loads the parts of one layer; their names start with "blk.<index>.".
class LayerLoader {
 public:
  LayerLoader(ModelLoader& model, std::size_t index);

  ModelLoader& model;
  const std::size_t index;
  const std::string prefix;
  Hparams h;  ///< of this layer; a model file may change them before it loads

  bool has(const std::string& name) const;
  /// A norm over the embedding, or over `width` elements.
  Norm norm(const std::string& name, std::int64_t width = 0) const;
  Norm find_norm(const std::string& name, std::int64_t width = 0) const;
  Linear linear(const std::string& name, std::int64_t inputs, std::int64_t outputs,
                ScaleUse use = ScaleUse::before_bias) const;

  Attention attention(const AttentionOptions& options) const;
  Ffn ffn(const FfnOptions& options = {}) const;
};

/// Reads what all decoders have, so that a file in models/ says only what is special.
class ModelLoader {
 public:
  ModelLoader(const ModelSource& source, NormKind kind);
  /// With sizes that were read otherwise.
  ModelLoader(const ModelSource& source, Hparams h, const NormConfig& norm);

  const Metadata& metadata;
  Weights& weights;
  Hparams h;
  NormConfig norm;
  ModelShape shape;
  Embedding embedding;
  Head head;
  std::int64_t experts = 0;  ///< a model with some must have layers that use them
  bool uses_experts = false;

  Rotary rotary(RopeMode mode) const { return load_rotary(metadata, weights, h, mode); }

  using LoadLayer = std::function<DecoderLayer(LayerLoader&)>;
  /// Loads the embedding and the head, unless the model file did it before.
  std::unique_ptr<Architecture> decoder(const LoadLayer& load_layer);
};

}  // namespace tern
