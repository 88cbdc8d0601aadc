#pragma once

#include <functional>
#include <string>
#include <vector>

#include "models/base/architecture.h"
#include "models/blocks/embedding.h"
#include "models/blocks/head.h"
#include "models/blocks/layer.h"

namespace tern {

/// An embedding, decoder layers, a head: the shape of most architectures. A file in models/ says
/// what the parts are.
class Decoder : public Architecture {
 public:
  using LayerLoader = std::function<DecoderLayer(const std::string& prefix)>;

  Decoder(const ModelSource& source, const Hparams& hparams, Embedding embedding,
          const NormConfig& norm, const LayerLoader& load_layer);

  const ModelShape& shape() const override { return shape_; }
  Tensor* build(const StepContext& step) const override;

 private:
  ModelShape shape_;
  Embedding embedding_;
  std::vector<DecoderLayer> layers_;
  Head head_;
};

}  // namespace tern
