#include "models/base/hparams.h"

#include <cmath>

#include "core/text.h"

namespace tern {
namespace models_hparams {

/// Layers without attention have no heads; all others must share them out evenly.
void check_heads(const Metadata& metadata, const Hparams& h) {
  for (std::size_t i = 0; i < h.layer_heads.size(); ++i) {
    const std::int64_t heads = h.layer_heads[i];
    const std::int64_t heads_kv = h.layer_heads_kv[i];
    if (heads < 0) metadata.fail("attention.head_count", "a number >= 0", concat(heads));
    const bool fits = heads_kv == 0 || (heads_kv > 0 && heads % heads_kv == 0);
    if (!fits)
      metadata.fail("attention.head_count_kv", concat("a divisor of ", heads), concat(heads_kv));
  }
}

void read_heads(const Metadata& metadata, Hparams& h) {
  h.layer_heads = metadata.integers("attention.head_count", h.blocks());
  h.layer_heads_kv = metadata.has("attention.head_count_kv")
                         ? metadata.integers("attention.head_count_kv", h.blocks())
                         : h.layer_heads;
  check_heads(metadata, h);
  h.heads = h.layer_heads.front();
  h.heads_kv = h.layer_heads_kv.front();
}

/// The usual size of a head comes from the first layer, even if that has no attention.
void read_head_sizes(const Metadata& metadata, Hparams& h) {
  const bool given = metadata.integer_or("attention.key_length", 0) != 0;
  if (!given && (h.heads == 0 || h.embedding % h.heads != 0))
    metadata.fail("attention.head_count", concat("a divisor of ", h.embedding), concat(h.heads));
  const std::int64_t usual = h.heads == 0 ? 0 : h.embedding / h.heads;
  h.head_k = given ? metadata.positive("attention.key_length") : usual;
  h.head_v = metadata.integer_or("attention.value_length", usual);
}

}  // namespace models_hparams

Hparams Hparams::layer(std::size_t index) const {
  Hparams one = *this;
  if (!layer_ffn.empty()) one.ffn = layer_ffn.at(index);
  if (!layer_heads.empty()) one.heads = layer_heads.at(index);
  if (!layer_heads_kv.empty()) one.heads_kv = layer_heads_kv.at(index);
  return one;
}

Hparams read_basic_hparams(const Metadata& metadata) {
  Hparams h;
  h.context = metadata.positive("context_length");
  h.embedding = metadata.positive("embedding_length");
  const std::int64_t blocks = metadata.positive("block_count");
  // Far more than there are models with; lists of all layers are made before a tensor is missed.
  if (blocks > 65536) metadata.fail("block_count", "at most 65536", concat(blocks));
  h.drafts = metadata.integer_or("nextn_predict_layers", 0);
  if (h.drafts < 0 || h.drafts > blocks)
    metadata.fail("nextn_predict_layers", concat("0 to ", blocks), concat(h.drafts));
  h.layers = blocks - h.drafts;
  return h;
}

Hparams read_hparams(const Metadata& metadata) {
  Hparams h = read_basic_hparams(metadata);
  h.layer_ffn = metadata.integers("feed_forward_length", h.blocks());
  h.ffn = h.layer_ffn.front();
  models_hparams::read_heads(metadata, h);
  models_hparams::read_head_sizes(metadata, h);
  h.attention_scale = metadata.number_or("attention.scale", 0.0f);
  // Zero stands for the usual scale.
  if (h.attention_scale == 0.0f) h.attention_scale = 1.0f / std::sqrt(static_cast<float>(h.head_k));
  return h;
}

}  // namespace tern
