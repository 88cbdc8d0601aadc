#include <cmath>

#include "core/text.h"
#include "models/blocks/kda.h"
#include "models/blocks/mla.h"
#include "models/blocks/samples.h"
#include "models/blocks/stream_layer.h"

namespace tern {
namespace model_glm5_next {

/// The norm of the keys of tokens has an epsilon of its own.
Norm load_key_norm(const LayerLoader& load, std::int64_t size) {
  const NormConfig config{NormKind::layer,
                          load.model.metadata.number_or("attention.layer_norm_epsilon", 0.0f)};
  return load_norm(load.model.weights, load.prefix + "indexer.k_norm", size, config);
}

/// Makes one key of each run of tokens.
Compressor load_pool(LayerLoader& load, std::int64_t size, std::int64_t ratio) {
  const std::int64_t embedding = load.h.embedding;
  Compressor pool;
  pool.runs.ratio = ratio;
  pool.size = size;
  pool.rows = load.linear("indexer.attn_k", embedding, size, ScaleUse::none);
  pool.row_norm = load_key_norm(load, size);
  pool.scores = load.linear("indexer_compressor_gate", embedding, size, ScaleUse::none);
  pool.places = load.tensor("indexer_compressor_ape.weight", {size, ratio, 1, 1});
  add_run_memory(load.model.shape.memory, static_cast<std::int64_t>(load.index), pool);
  return pool;
}

/// Files count tokens, indexers runs of them.
std::int64_t read_runs(const Metadata& metadata, std::int64_t ratio) {
  const std::int64_t tokens = metadata.positive("attention.indexer.top_k");
  if (tokens % ratio != 0)
    metadata.fail("attention.indexer.top_k", concat("a multiple of ", ratio), concat(tokens));
  if (!metadata.flag_or("attention.indexer.kpool_select_tail", true))
    metadata.fail("attention.indexer.kpool_select_tail", "true", "false");
  return tokens / ratio;
}

void load_indexer(LayerLoader& load, const MlaSizes& sizes, Mla& mla) {
  const Metadata& metadata = load.model.metadata;
  const std::int64_t ratio = metadata.positive("attention.indexer.kpool");
  Indexer i;
  i.heads = metadata.positive("attention.indexer.head_count");
  i.size = metadata.positive("attention.indexer.key_length");
  i.top_k = read_runs(metadata, ratio);
  i.query = load.linear("indexer.attn_q_b", sizes.query_rank, i.heads * i.size, ScaleUse::none);
  i.weights = load.linear("indexer.proj", load.h.embedding, i.heads, ScaleUse::none);
  mla.pool = load_pool(load, i.size, ratio);
  mla.indexer = i;
}

/// Nothing is turned; some layers take the choice of an earlier one.
BlockPtr load_latent_attention(LayerLoader& load, const MlaSizes& sizes, bool chooses) {
  ModelLoader& model = load.model;
  Mla mla = load_mla(model.weights, model.shape.memory, load.prefix,
                     static_cast<std::int64_t>(load.index), load.h, sizes, model.norm, {});
  mla.turns = false;
  mla.output.scale = nullptr;
  mla.uses_left_mask = true;
  if (chooses) load_indexer(load, sizes, mla);
  return make_block(mla);
}

KdaOptions read_kda(const Metadata& metadata) {
  KdaOptions options{
      .gate_in_two = true, .rate_column = false, .sign = -1.0f, .unit_epsilon = 1e-6f};
  const float bound = metadata.number_or("kda.gate_lower_bound", -INFINITY);
  if (bound > -INFINITY) options.bound = bound;
  return options;
}

BlockPtr load_ffn(LayerLoader& load) {
  const Metadata& metadata = load.model.metadata;
  const GateLimits limits = read_gate_limits(metadata, load.index);
  if (load.leads_dense())
    return make_block(load.ffn({.scale_use = ScaleUse::none,
                                .biases = false,
                                .limit = limits.shared,
                                .limit_where = GateLimit::before_silu}));
  return make_block(load.experts({.gating = read_gating(metadata, Gating::sigmoid),
                                  .normalize = metadata.flag_or("expert_weights_norm", false),
                                  .shared_width = shared_width(load),
                                  .limit = limits.experts,
                                  .shared_limit = limits.shared,
                                  .limit_where = GateLimit::before_silu}));
}

/// Kimi delta attention, and multi-head latent attention to chosen runs of tokens in the layers
/// that have heads, between hyper-connections that mix their streams.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const MlaSizes sizes = read_mla_sizes(model.metadata, model.h);
  const KdaOptions kda = read_kda(model.metadata);
  const Streams common = read_mixed_streams(model);
  const auto chooses = model.metadata.integers_or("attention.indexer.types", model.h.layers, 1);
  return model.decoder([&](LayerLoader& load) {
    StreamLayer layer = load_stream_layer(load, common, StreamEnd::mean);
    layer.attention = load.h.heads_kv == 0
                          ? make_block(load_kda(load, kda))
                          : load_latent_attention(load, sizes, chooses[load.index] != 0);
    layer.ffn = load_ffn(load);
    return layer;
  });
}

ModelSample sample() {
  return {.values = with(kda_sample(), {{"kda.gate_lower_bound", -5.0f},
                                        {"attention.q_lora_rank", 24},
                                        {"rope.dimension_count", 0},
                                        {"attention.key_length", 32},
                                        {"attention.indexer.kpool", 4},
                                        {"hyper_connection.sinkhorn_iterations", 2}}),
          .unlike = {"exp_probs_b.bias"}};
}

}  // namespace model_glm5_next

void register_model_glm5_next(ModelTable& table) {
  table.add("glm5-next", model_glm5_next::load, model_glm5_next::sample());
}

}  // namespace tern
