#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "models/base/architecture.h"
#include "models/blocks/head.h"
#include "models/blocks/layer.h"
#include "models/blocks/linear.h"
#include "models/blocks/norm.h"

namespace tern {

class LayerLoader;

/// Predicts the token behind the next one: from the next one, and from the state of the token
/// before it, out of which that was predicted.
struct DraftHead {
  Tensor* tokens = nullptr;  ///< [embedding, vocab]
  Norm token_norm, state_norm;
  Linear join;  ///< of both, side by side
  AnyLayer layer;
  Head head;
};

/// The draft heads of a model. What their layers keep is in a memory of their own.
class DraftHeads : public Architecture {
 public:
  DraftHeads(ModelShape shape, std::vector<DraftHead> heads)
      : shape_(std::move(shape)), heads_(std::move(heads)) {}

  const ModelShape& shape() const override { return shape_; }
  StepOutput build(const StepContext& step) const override;

 private:
  ModelShape shape_;
  std::vector<DraftHead> heads_;
};

/// True if the file has the draft head of this layer.
bool has_draft_head(const LayerLoader& load);

/// Loads what stands around the layer: "nextn.enorm", "nextn.hnorm", "nextn.eh_proj"; what it lacks
/// of "nextn.embed_tokens", "nextn.shared_head_norm" and "nextn.shared_head_head" is the model's.
DraftHead load_draft_head(LayerLoader& load, AnyLayer layer);

}  // namespace tern
