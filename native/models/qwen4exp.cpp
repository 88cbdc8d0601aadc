#include "core/text.h"
#include "models/blocks/delta_net.h"
#include "models/blocks/ngrams.h"
#include "models/blocks/run_attention.h"
#include "models/blocks/samples.h"
#include "ops/layout.h"
#include "ops/repeat.h"

namespace tern {
namespace model_qwen4exp {

/// Both parts of a layer between streams; the first layer makes them, the last one merges them.
struct Layer {
  bool is_first = false;
  std::optional<NgramEmbedding> ngrams;
  GatedStreams mixer_streams, ffn_streams, head_streams;
  BlockPtr mixer, ffn;
};

Tensor* start(Graph& graph, const GatedStreams& s, Tensor* x) {
  Tensor* streams = reshape(graph, x, {s.width, 1, x->shape[1], 1});
  streams = repeat(graph, streams, {s.width, s.count, x->shape[1], 1});
  return reshape(graph, streams, {s.width * s.count, x->shape[1], 1, 1});
}

Tensor* apply(const StepContext& step, const Layer& layer, bool is_last, Tensor* x) {
  Graph& graph = step.graph;
  if (layer.is_first) x = start(graph, layer.mixer_streams, x);
  if (layer.ngrams) x = apply(step, *layer.ngrams, x);
  MergedStreams merged = merge(graph, layer.mixer_streams, x);
  Tensor* y = select_outputs(step, is_last, layer.mixer->run(step, merged.x));
  merged.gains = select_outputs(step, is_last, merged.gains);
  x = spread(graph, layer.mixer_streams, y, select_outputs(step, is_last, x), merged.gains);
  merged = merge(graph, layer.ffn_streams, x);
  x = spread(graph, layer.ffn_streams, layer.ffn->run(step, merged.x), x, merged.gains);
  return is_last ? merge(graph, layer.head_streams, x).x : x;
}

GatedStreams read_streams(const ModelLoader& model) {
  const std::int64_t count = model.metadata.positive("hyper_connection.count");
  if (count == 1) model.metadata.fail("hyper_connection.count", "more than 1", concat(count));
  return {.width = model.h.embedding, .count = count, .epsilon = model.norm.epsilon};
}

/// The layer with n-grams; -1: none. They are kept as states are.
std::int64_t ngram_layer(const ModelLoader& model, const std::vector<bool>& recurrent) {
  const char* const key = "ple.layers";
  const std::size_t count = model.metadata.size_of_array(key);
  if (count == 0) return -1;
  if (count > 1) model.metadata.fail(key, "one layer", concat(count));
  const std::int64_t layer = model.metadata.integers(key, 1).front();
  const bool fits = layer >= 0 && layer < model.h.layers;
  if (!fits || !recurrent[static_cast<std::size_t>(layer)])
    model.metadata.fail(key, "a recurrent layer", concat(layer));
  return layer;
}

/// Biases in such files do not count.
BlockPtr load_attention(LayerLoader& load, const Rotary& rotary, std::int64_t ratio) {
  Attention attention = load.attention(
      {.rotary = rotary, .qk_norm = QkNorm::heads, .joint_gate = true, .output_bias = false});
  attention.query.bias = attention.key.bias = attention.value.bias = nullptr;
  if (ratio == 0) return make_block(attention);
  return make_block(RunAttention{attention, load_run_indexer(load, rotary, ratio)});
}

BlockPtr load_linear_attention(LayerLoader& load, const SsmSizes& sizes) {
  DeltaNet net = load_delta_net(load, sizes);
  net.gate_op = &sigmoid_op;
  return make_block(net);
}

BlockPtr load_experts(LayerLoader& load) {
  const std::int64_t shared = shared_width(load);
  return make_block(load.experts({.file_scale = false,
                                  .scales = true,
                                  .shared_width = shared != 0 ? shared : load.h.ffn,
                                  .shared_gate = true,
                                  .shared_scale_use = ScaleUse::after_bias}));
}

/// Delta nets in three of four layers, in the others attention to chosen runs of tokens; experts
/// in all; streams with gates between them, and one layer that knows n-grams.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const std::vector<bool> recurrent = recurrent_layers(model);
  const std::int64_t with_ngrams = ngram_layer(model, recurrent);
  const SsmSizes sizes = read_ssm_sizes(model.metadata);
  const Rotary rotary = model.rotary(RopeMode::interleaved_mrope);
  const GatedStreams common = read_streams(model);
  const auto ratios = model.metadata.integers_or("attention.compress_ratios", model.h.layers, 0);
  model.embedding = load_embedding(model.weights, model.h);
  model.head = load_bare_head(model.weights, model.h, model.embedding);
  return model.decoder([&](LayerLoader& load) {
    Layer layer;
    layer.is_first = load.index == 0;
    if (static_cast<std::int64_t>(load.index) == with_ngrams)
      layer.ngrams = load_ngrams(load, common);
    layer.mixer_streams = load_gated_streams(model, load.prefix + "hc_attn", common, true);
    layer.ffn_streams = load_gated_streams(model, load.prefix + "hc_ffn", common, true);
    layer.head_streams = load_gated_streams(model, "output_hc", common, false);
    layer.mixer = recurrent[load.index] ? load_linear_attention(load, sizes)
                                        : load_attention(load, rotary, ratios[load.index]);
    layer.ffn = load_experts(load);
    return layer;
  });
}

ModelSample sample() {
  return {.values = with(delta_net_sample(),
                         {{"attention.compress_ratios", 4},
                          {"attention.indexer.top_k", 20},
                          {"hyper_connection.low_rank", 8},
                          {"embedding_length_per_layer_input", 32},
                          {"ple.layers", {0}},
                          {"ple.ngram_size", 3},
                          {"ple.heads_per_ngram", 2},
                          {"ple.conv_kernel", 4},
                          {"ple.eos_token_id", 0},
                          {"ple.layer_multipliers", std::vector<std::uint64_t>{1, 3, 5}},
                          {"ple.head_offsets", std::vector<std::uint64_t>{0, 64, 128, 192}},
                          {"ple.head_vocab_sizes", std::vector<std::uint64_t>{64, 61, 59, 57}}}),
          .unlike = {"indexer.k_norm.bias", "ssm_conv1d.bias"}};
}

}  // namespace model_qwen4exp

void register_model_qwen4exp(ModelTable& table) {
  table.add("qwen4exp", model_qwen4exp::load, model_qwen4exp::sample());
}

}  // namespace tern
