#include "models/base/hparams.h"

#include <cmath>

#include "core/text.h"

namespace tern {
namespace models_hparams {

void read_heads(const Metadata& metadata, Hparams& h) {
  h.heads = metadata.positive("attention.head_count");
  h.heads_kv = metadata.positive_or("attention.head_count_kv", h.heads);
  if (h.heads % h.heads_kv != 0) {
    metadata.fail("attention.head_count_kv", concat("a divisor of ", h.heads), concat(h.heads_kv));
  }
  if (h.embedding % h.heads != 0 && metadata.integer_or("attention.key_length", 0) == 0) {
    metadata.fail("attention.head_count", concat("a divisor of ", h.embedding), concat(h.heads));
  }
  h.head_k = metadata.positive_or("attention.key_length", h.embedding / h.heads);
  h.head_v = metadata.positive_or("attention.value_length", h.embedding / h.heads);
}

}  // namespace models_hparams

Hparams read_hparams(const Metadata& metadata) {
  Hparams h;
  h.context = metadata.positive("context_length");
  h.embedding = metadata.positive("embedding_length");
  h.layers = metadata.positive("block_count");
  h.ffn = metadata.positive("feed_forward_length");
  models_hparams::read_heads(metadata, h);
  h.attention_scale = metadata.number_or("attention.scale", 0.0f);
  // Zero stands for the usual scale.
  if (h.attention_scale == 0.0f) h.attention_scale = 1.0f / std::sqrt(static_cast<float>(h.head_k));
  return h;
}

void expect_dense_causal(const Metadata& metadata) {
  const std::int64_t experts = metadata.integer_or("expert_count", 0);
  if (experts != 0) metadata.fail("expert_count", "0 (no experts)", concat(experts));
  if (!metadata.flag_or("attention.causal", true))
    metadata.fail("attention.causal", "true", "false");
}

}  // namespace tern
