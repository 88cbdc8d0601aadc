#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "models/base/architecture.h"
#include "models/blocks/attention.h"
#include "models/blocks/embedding.h"
#include "models/blocks/experts.h"
#include "models/blocks/ffn.h"
#include "models/blocks/head.h"
#include "models/blocks/layer.h"

namespace tern {

/// An embedding, decoder layers, a head: the shape of most architectures.
class Decoder : public Architecture {
 public:
  Decoder(ModelShape shape, Embedding embedding, std::vector<AnyLayer> layers, Head head,
          std::unique_ptr<Architecture> drafts = nullptr)
      : shape_(std::move(shape)),
        embedding_(embedding),
        layers_(std::move(layers)),
        head_(std::move(head)),
        drafts_(std::move(drafts)) {}

  const ModelShape& shape() const override { return shape_; }
  StepOutput build(const StepContext& step) const override;
  const Architecture* draft_heads() const override { return drafts_.get(); }

 private:
  ModelShape shape_;
  Embedding embedding_;
  std::vector<AnyLayer> layers_;
  Head head_;
  std::unique_ptr<Architecture> drafts_;  // (optional)
};

class ModelLoader;

/// The value of a key that stands for no scale if it is missing or 0.
float scale_or_one(const Metadata& metadata, std::string_view key);

class LayerLoader;

/// The width of the shared expert of a layer: expert_shared_feed_forward_length, or else as many
/// times the width of an expert as expert_shared_count says. 0: there is none.
std::int64_t shared_width(const LayerLoader& layer);

/// Loads the parts of one layer; their names start with "blk.<index>.".
class LayerLoader {
 public:
  LayerLoader(ModelLoader& model, std::size_t index);

  ModelLoader& model;
  const std::size_t index;
  std::string prefix;  ///< "blk.<index>."; where layers share weights, that of another
  Hparams h;           ///< of this layer; a model file may change them before it loads

  bool has(const std::string& name) const;
  /// A norm over the embedding, or over `width` elements.
  Norm norm(const std::string& name, std::int64_t width = 0) const;
  Norm find_norm(const std::string& name, std::int64_t width = 0) const;
  /// A norm whose tensor is called "<prefix><name>", without ".weight".
  Norm plain_norm(const std::string& name) const;
  /// A norm of each of `heads` heads with weights of its own, if the file has it.
  Norm find_head_norm(const std::string& name, std::int64_t heads) const;
  Linear linear(const std::string& name, std::int64_t inputs, std::int64_t outputs,
                ScaleUse use = ScaleUse::before_bias) const;
  /// A tensor by its whole name behind the prefix; the second is null if the file lacks it.
  Tensor* tensor(const std::string& name, const Shape& shape) const;
  Tensor* find_tensor(const std::string& name, const Shape& shape) const;
  /// Asks for elements per sequence.
  MemorySlot add_state(MemoryKind kind, std::int64_t width) const;

  Attention attention(const AttentionOptions& options) const;
  Ffn ffn(const FfnOptions& options = {}) const;
  Experts experts(const ExpertOptions& options = {}) const;
  /// True for the first layers of a model that has experts in the others only.
  bool leads_dense() const;
  /// The feed-forward block of such a model: experts and a shared one, gated as the file says or
  /// else by `fallback`; dense in the first layers.
  BlockPtr experts_behind_dense(Gating fallback = Gating::none) const;
  /// The layer of most models: both parts behind a norm, "attn_norm" and "ffn_norm".
  struct Parts {
    BlockPtr mixer;
    BlockPtr ffn;
  };
  DecoderLayer pre_norm(Parts parts) const;
  /// The same with attention and a feed-forward block.
  DecoderLayer standard(const AttentionOptions& attention, const FfnOptions& ffn = {}) const;
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
  bool head_bias = false;        ///< the bias of "output", where the file has it, counts
  bool is_encoder = false;       ///< there is no "output"; the norm is for the model file to load
  bool reads_classifier = true;  ///< "cls" and "cls.output", where the file has them
  bool knows_drafts = false;     ///< load_layer takes those of draft heads too, behind the others
  std::int64_t experts = 0;      ///< a model with some must have layers that use them
  bool uses_experts = false;

  Rotary rotary(RopeMode mode) const { return load_rotary(metadata, h, mode); }
  Rotary rotary_with_divisors(RopeMode mode) const {
    return load_rotary_with_divisors(metadata, weights, h, mode);
  }

  /// For each layer, draft heads too, whether it attends to a sliding window only: by the key
  /// attention.sliding_window_pattern, a flag per layer or a period; else by `period`: all but the
  /// last of so many layers (all but the first, if `full_first`), and no draft head. No layer
  /// without a window.
  std::vector<bool> sliding_layers(std::int64_t period, bool full_first = false) const;
  /// The window of such layers.
  Window sliding_window(std::int64_t fallback = 0) const;
  /// The rope of such layers: with rope.freq_base_swa, or else `base`; 0: the usual one.
  Rotary sliding_rotary(RopeMode mode, float base = 0.0f) const;

  /// Loads the embedding, with embedding_scale; logits are divided by logit_scale. No key: 1.
  void load_scales();

  using LoadLayer = std::function<AnyLayer(LayerLoader&)>;
  /// Loads the embedding and the head, unless the model file did it before. A file without any
  /// other layers than those of draft heads gives these.
  std::unique_ptr<Architecture> decoder(const LoadLayer& load_layer);

 private:
  void load_ends();
  std::vector<AnyLayer> load_trunk(const LoadLayer& load_layer);
  std::unique_ptr<Architecture> load_drafts(const LoadLayer& load_layer);
};

}  // namespace tern
