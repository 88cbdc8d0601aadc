#include "models/blocks/decoder.h"
#include "models/blocks/gated_convolution.h"

namespace tern {
namespace model_lfm2 {

/// The norm in front of the head has the name of another one.
void load_head_norm(ModelLoader& model) {
  model.embedding = load_embedding(model.weights, model.h);
  model.head.norm = load_norm(model.weights, "token_embd_norm", model.h.embedding, model.norm);
}

BlockPtr load_ffn(LayerLoader& load) {
  const bool dense = load.model.experts == 0 || load.leads_dense();
  return dense ? make_block(load.ffn({.scale_use = ScaleUse::none, .biases = false}))
               : make_block(load.experts(
                     {.gating = read_gating(load.model.metadata), .file_scale = false}));
}

/// Short convolutions, and attention in the layers that have heads.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  load_head_norm(model);
  const std::int64_t window = model.metadata.positive("shortconv.l_cache");
  AttentionOptions attention{
      .rotary = model.rotary(RopeMode::neox), .qk_norm = QkNorm::heads, .output_bias = false};
  if (model.metadata.integer_or("attention.sliding_window", 0) > 0)
    attention.window = model.sliding_window();
  return model.decoder([&](LayerLoader& load) {
    DecoderLayer layer;
    layer.attention_norm = load.norm("attn_norm");
    layer.mixer = load.h.heads_kv == 0 ? make_block(load_gated_convolution(load, window))
                                       : make_block(load.attention(attention));
    layer.ffn_norm = load.norm("ffn_norm");
    layer.ffn = load_ffn(load);
    return layer;
  });
}

ModelSample sample_lfm2() {
  return {.values = {{"attention.head_count_kv", {2, 0}}, {"shortconv.l_cache", 3}},
          .experts = false};
}

ModelSample sample_lfm2moe() {
  return {.values = {{"attention.head_count_kv", {2, 0}}, {"shortconv.l_cache", 3}},
          .unlike = {"exp_probs_b.bias"},
          .dense = false};
}

}  // namespace model_lfm2

void register_model_lfm2(ModelTable& table) {
  table.add("lfm2", model_lfm2::load, model_lfm2::sample_lfm2());
  table.add("lfm2moe", model_lfm2::load, model_lfm2::sample_lfm2moe());
}

}  // namespace tern
