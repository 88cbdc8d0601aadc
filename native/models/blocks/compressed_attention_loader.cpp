#include <cmath>

#include "core/text.h"
#include "models/blocks/compressed_attention.h"

namespace tern {
namespace blocks_compressed_attention_loader {

constexpr std::int64_t chosen_ratio = 4;  // its runs overlap, and an indexer chooses among them

/// The last elements of heads of so many.
Rotary at_end(const Rotary& rotary, std::int64_t head) {
  Rotary end = rotary;
  end.params.offset = static_cast<std::int32_t>(head) - end.params.dims;
  return end;
}

/// YaRN leaves the magnitude as it is.
Rotary read_far(const ModelLoader& model) {
  Rotary far = model.rotary(RopeMode::normal);
  RopeParams& p = far.params;
  p.base = model.metadata.number("attention.compress_rope_freq_base");
  p.magnitude = p.extrapolation == 0.0f ? 1.0f : 1.0f / (1.0f - 0.1f * std::log(p.frequency_scale));
  return far;
}

Rotary read_near(const ModelLoader& model) {
  Rotary near = model.rotary(RopeMode::normal);
  near.params.frequency_scale = near.params.magnitude = 1.0f;
  near.params.extrapolation = 0.0f;
  return near;
}

Compressor load_runs(LayerLoader& load, const std::string& name, const Rotary& rotary,
                     std::int64_t ratio, std::int64_t size) {
  Compressor common;
  common.runs.ratio = ratio;
  common.size = size;
  common.overlaps = ratio == chosen_ratio;
  common.rotary = at_end(rotary, size);
  ModelLoader& model = load.model;
  return load_compressor(model.weights, model.shape.memory, load.prefix + name,
                         static_cast<std::int64_t>(load.index), load.h.embedding, model.norm,
                         common);
}

Indexer load_indexer(LayerLoader& load, const CompressedAttentionSizes& s) {
  const Metadata& metadata = load.model.metadata;
  Indexer i;
  i.heads = metadata.positive("attention.indexer.head_count");
  i.size = metadata.positive("attention.indexer.key_length");
  i.top_k = metadata.positive("attention.indexer.top_k");
  i.query = load.linear("indexer.attn_q_b", s.query_rank, i.heads * i.size, ScaleUse::none);
  i.weights = load.linear("indexer.proj", load.h.embedding, i.heads, ScaleUse::none);
  i.rotary = at_end(s.far, i.size);
  return i;
}

/// Files have the matrices of groups one below the other, or apart.
Tensor* load_output(LayerLoader& load, const CompressedAttentionSizes& s) {
  const std::int64_t width = s.heads / s.groups * s.head;
  Weights& weights = load.model.weights;
  const bool apart = weights.rows_of(load.prefix + "attn_output_a.weight") == s.rank;
  return load.tensor("attn_output_a.weight", apart ? Shape{width, s.rank, s.groups, 1}
                                                   : Shape{width, s.rank * s.groups, 1, 1});
}

void load_far_rows(LayerLoader& load, const CompressedAttentionSizes& s, std::int64_t ratio,
                   CompressedAttention& a) {
  a.runs = load_runs(load, "attn_compressor", s.far, ratio, s.head);
  if (ratio != chosen_ratio) return;
  a.indexer = load_indexer(load, s);
  a.index = load_runs(load, "indexer_compressor", s.far, ratio, a.indexer->size);
}

}  // namespace blocks_compressed_attention_loader

CompressedAttentionSizes read_compressed_attention(const ModelLoader& model) {
  using namespace blocks_compressed_attention_loader;
  const Metadata& metadata = model.metadata;
  CompressedAttentionSizes s;
  s.heads = model.h.heads;
  s.head = model.h.head_k;
  s.query_rank = metadata.positive("attention.q_lora_rank");
  s.groups = metadata.positive("attention.output_group_count");
  if (s.heads % s.groups != 0)
    metadata.fail("attention.output_group_count", concat("a divisor of ", s.heads),
                  concat(s.groups));
  s.rank = metadata.positive("attention.output_lora_rank");
  s.near = at_end(read_near(model), s.head);
  s.far = at_end(read_far(model), s.head);
  s.ratios = metadata.integers("attention.compress_ratios", model.h.layers);
  for (const std::int64_t ratio : s.ratios) {
    if (ratio != 0 && ratio != chosen_ratio && ratio != 128)
      metadata.fail("attention.compress_ratios", "0, 4 or 128", concat(ratio));
  }
  return s;
}

CompressedAttention load_compressed_attention(LayerLoader& load,
                                              const CompressedAttentionSizes& s) {
  using namespace blocks_compressed_attention_loader;
  ModelLoader& model = load.model;
  const std::int64_t ratio = s.ratios[load.index];
  const Window window = model.sliding_window();
  CompressedAttention a;
  a.sizes = s;
  a.rotary = ratio == 0 ? s.near : s.far;
  a.query_down = load.linear("attn_q_a", load.h.embedding, s.query_rank, ScaleUse::none);
  a.query_norm = load.norm("attn_q_a_norm", s.query_rank);
  a.query = load.linear("attn_q_b", s.query_rank, s.heads * s.head, ScaleUse::none);
  a.head_norm = bare_norm(model.norm);
  a.row = load.linear("attn_kv", load.h.embedding, s.head, ScaleUse::none);
  a.row_norm = load.norm("attn_kv_a_norm", s.head);
  a.sinks = load.tensor("attn_sinks.weight", {s.heads, 1, 1, 1});
  a.output_down = load_output(load, s);
  a.output = load.linear("attn_output_b", s.groups * s.rank, load.h.embedding, ScaleUse::none);
  a.rows = model.shape.memory.add_cells(MemoryKind::latent, static_cast<std::int64_t>(load.index),
                                        s.head, window);
  a.window = static_cast<std::size_t>(model.shape.memory.window(window));
  if (ratio != 0) load_far_rows(load, s, ratio, a);
  return a;
}

}  // namespace tern
