#include "models/blocks/decoder.h"

#include <utility>

#include "core/text.h"
#include "models/blocks/draft_heads.h"

namespace tern {

StepOutput Decoder::build(const StepContext& step) const {
  Tensor* x = apply(step, embedding_);
  for (std::size_t i = 0; i < layers_.size(); ++i)
    x = layers_[i].run(step, i + 1 == layers_.size(), x);
  return finish(step, head_, x);
}

float scale_or_one(const Metadata& metadata, std::string_view key) {
  const float scale = metadata.number_or(key, 0.0f);
  return scale == 0.0f ? 1.0f : scale;
}

std::int64_t shared_width(const LayerLoader& layer) {
  const Metadata& metadata = layer.model.metadata;
  const std::int64_t width = metadata.integer_or("expert_shared_feed_forward_length", 0);
  const std::int64_t count = metadata.integer_or("expert_shared_count", 0);
  return width != 0 ? width : count * expert_width(metadata, layer.index, layer.h);
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

Norm LayerLoader::plain_norm(const std::string& name) const {
  Norm norm = bare_norm(model.norm);
  norm.weight = model.weights.require(prefix + name, {h.embedding, 1, 1, 1});
  return norm;
}

Norm LayerLoader::find_head_norm(const std::string& name, std::int64_t heads) const {
  Norm norm = bare_norm(model.norm);
  norm.weight = model.weights.find(prefix + name + ".weight", {h.head_k, heads, 1, 1});
  return norm.weight == nullptr ? Norm{} : norm;
}

Linear LayerLoader::linear(const std::string& name, std::int64_t inputs, std::int64_t outputs,
                           ScaleUse use) const {
  return load_linear(model.weights, prefix + name, inputs, outputs, use);
}

Tensor* LayerLoader::tensor(const std::string& name, const Shape& shape) const {
  return model.weights.require(prefix + name, shape);
}

Tensor* LayerLoader::find_tensor(const std::string& name, const Shape& shape) const {
  return model.weights.find(prefix + name, shape);
}

MemorySlot LayerLoader::add_state(MemoryKind kind, std::int64_t width) const {
  return model.shape.memory.add_state(kind, static_cast<std::int64_t>(index), width);
}

Attention LayerLoader::attention(const AttentionOptions& options) const {
  return load_attention(model.weights, model.shape.memory, prefix, static_cast<std::int64_t>(index),
                        h, model.norm, options);
}

Ffn LayerLoader::ffn(const FfnOptions& options) const {
  return load_ffn(model.weights, prefix, h.embedding, h.ffn, options);
}

Experts LayerLoader::experts(const ExpertOptions& options) const {
  model.uses_experts = true;
  return load_experts(model.metadata, model.weights, prefix, index, h, options);
}

bool LayerLoader::leads_dense() const {
  const auto lead = model.metadata.integer_or("leading_dense_block_count", 0);
  return static_cast<std::int64_t>(index) < lead;
}

BlockPtr LayerLoader::experts_behind_dense(Gating fallback) const {
  if (leads_dense()) return make_block(ffn({.scale_use = ScaleUse::none}));
  return make_block(experts({.gating = read_gating(model.metadata, fallback),
                             .normalize = model.metadata.flag_or("expert_weights_norm", false),
                             .shared_width = shared_width(*this)}));
}

DecoderLayer LayerLoader::pre_norm(Parts parts) const {
  DecoderLayer layer;
  layer.attention_norm = norm("attn_norm");
  layer.mixer = std::move(parts.mixer);
  layer.ffn_norm = norm("ffn_norm");
  layer.ffn = std::move(parts.ffn);
  return layer;
}

DecoderLayer LayerLoader::standard(const AttentionOptions& attention_options,
                                   const FfnOptions& ffn_options) const {
  return pre_norm(
      {.mixer = make_block(attention(attention_options)), .ffn = make_block(ffn(ffn_options))});
}

ModelLoader::ModelLoader(const ModelSource& source, NormKind kind)
    // Braces, so that sizes are read first.
    : ModelLoader{source, read_hparams(source.metadata), read_norm(source.metadata, kind)} {}

ModelLoader::ModelLoader(const ModelSource& source, Hparams sizes, const NormConfig& config)
    : metadata(source.metadata), weights(source.weights), h(std::move(sizes)), norm(config) {
  shape.context = h.context;
  shape.embedding = h.embedding;
  shape.layers = h.layers;
  shape.causal = metadata.flag_or("attention.causal", true);
  experts = metadata.integer_or("expert_count", 0);
}

std::vector<bool> ModelLoader::sliding_layers(std::int64_t period, bool full_first) const {
  const char* const key = "attention.sliding_window_pattern";
  std::vector<bool> sliding(static_cast<std::size_t>(h.blocks()), false);
  if (metadata.integer_or("attention.sliding_window", 1) == 0) return sliding;
  const bool listed = metadata.is_array(key);
  const auto count = std::max(
      h.layers, std::min(h.blocks(), static_cast<std::int64_t>(metadata.size_of_array(key))));
  const auto flags = listed ? metadata.integers(key, count) : std::vector<std::int64_t>{};
  if (!listed) period = metadata.integer_or(key, period);
  for (std::size_t i = 0; i < static_cast<std::size_t>(listed ? count : h.layers); ++i) {
    const auto at = static_cast<std::int64_t>(i);
    const auto is_full = [&] { return at % period == (full_first ? 0 : period - 1); };
    sliding[i] = listed ? flags[i] != 0 : period == 0 || !is_full();
  }
  return sliding;
}

Window ModelLoader::sliding_window(std::int64_t fallback) const {
  return {Window::Kind::sliding, fallback > 0
                                     ? metadata.positive_or("attention.sliding_window", fallback)
                                     : metadata.positive("attention.sliding_window")};
}

void ModelLoader::load_scales() {
  embedding = load_embedding(weights, h);
  embedding.scale = scale_or_one(metadata, "embedding_scale");
  head.scale = 1.0f / scale_or_one(metadata, "logit_scale");
}

Rotary ModelLoader::sliding_rotary(RopeMode mode, float base) const {
  Rotary sliding = rotary(mode);
  sliding.params.base =
      metadata.number_or("rope.freq_base_swa", base > 0.0f ? base : sliding.params.base);
  return sliding;
}

void ModelLoader::load_ends() {
  if (embedding.tokens == nullptr) embedding.tokens = load_embedding(weights, h).tokens;
  shape.has_logits = !is_encoder;
  if (head.output.weight == nullptr && !is_encoder) {
    head.output = load_bare_head(weights, h, embedding).output;
    if (!head.norm) head.norm = load_norm(weights, "output_norm", h.embedding, norm);
  }
  const Shape bias{embedding.tokens->shape[1], 1, 1, 1};
  if (head_bias) head.output.bias = weights.find("output.bias", bias);
  if (reads_classifier) head.classifier = load_classifier(metadata, weights, h);
  shape.vocab = embedding.tokens->shape[1];
  if (embedding.positions != nullptr) shape.max_position = embedding.positions->shape[1];
}

std::vector<AnyLayer> ModelLoader::load_trunk(const LoadLayer& load_layer) {
  if (h.layers < 1) metadata.fail("nextn_predict_layers", "less than block_count", "as many");
  std::vector<AnyLayer> layers;
  for (std::size_t i = 0; i < static_cast<std::size_t>(h.layers); ++i) {
    LayerLoader layer(*this, i);
    layers.push_back(load_layer(layer));
  }
  return layers;
}

/// Null if the file has none. What their layers keep does not become part of the trunk's memory.
std::unique_ptr<Architecture> ModelLoader::load_drafts(const LoadLayer& load_layer) {
  const auto first = static_cast<std::size_t>(h.layers);
  const auto end = static_cast<std::size_t>(h.blocks());
  if (!knows_drafts || first == end || !has_draft_head(LayerLoader(*this, first))) return nullptr;
  MemoryLayout trunk = std::exchange(shape.memory, {});
  std::vector<DraftHead> heads;
  for (std::size_t i = first; i < end; ++i) {
    LayerLoader layer(*this, i);
    AnyLayer loaded = load_layer(layer);
    heads.push_back(load_draft_head(layer, std::move(loaded)));
  }
  ModelShape own = shape;
  own.layers = h.blocks();
  own.goes_on = true;
  shape.memory = std::move(trunk);
  return std::make_unique<DraftHeads>(std::move(own), std::move(heads));
}

std::unique_ptr<Architecture> ModelLoader::decoder(const LoadLayer& load_layer) {
  load_ends();
  auto drafts = load_drafts(load_layer);
  const bool has_trunk = h.layers > 0 && weights.has("blk.0.attn_norm.weight");
  if (drafts != nullptr && !has_trunk) return drafts;
  std::vector<AnyLayer> layers = load_trunk(load_layer);
  if (experts != 0 && !uses_experts)
    metadata.fail("expert_count", "0 (no experts)", concat(experts));
  return std::make_unique<Decoder>(shape, embedding, std::move(layers), head, std::move(drafts));
}

}  // namespace tern
