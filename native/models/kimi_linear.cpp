#include "models/blocks/decoder.h"
#include "models/blocks/kda.h"
#include "models/blocks/mla.h"
#include "models/blocks/samples.h"

namespace tern {
namespace model_kimi_linear {

/// Positions are known by the order of tokens alone, so nothing is turned.
Mla load_latent_attention(LayerLoader& load, const MlaSizes& sizes) {
  ModelLoader& model = load.model;
  Mla mla = load_mla(model.weights, model.shape.memory, load.prefix,
                     static_cast<std::int64_t>(load.index), load.h, sizes, model.norm, {});
  mla.turns = false;
  return mla;
}

/// Kimi delta attention, and multi-head latent attention in the layers that have heads; experts
/// behind the first layers.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const MlaSizes sizes = read_mla_sizes(model.metadata, model.h);
  const Gating gating = read_gating(model.metadata);
  return model.decoder([&](LayerLoader& load) {
    DecoderLayer layer;
    layer.attention_norm = load.norm("attn_norm");
    layer.mixer = load.h.heads_kv == 0 ? make_block(load_kda(load, {.gate_in_two = true}))
                                       : make_block(load_latent_attention(load, sizes));
    layer.ffn_norm = load.norm("ffn_norm");
    layer.ffn =
        load.leads_dense()
            ? make_block(load.ffn({.scale_use = ScaleUse::none, .biases = false}))
            : make_block(load.experts({.gating = gating, .shared_width = shared_width(load)}));
    return layer;
  });
}

ModelSample sample() {
  return {.values = with(kda_sample(), {{"attention.q_lora_rank", 0}}),
          .unlike = {"attn_q.bias", "exp_probs_b.bias"}};
}

}  // namespace model_kimi_linear

void register_model_kimi_linear(ModelTable& table) {
  table.add("kimi-linear", model_kimi_linear::load, model_kimi_linear::sample());
}

}  // namespace tern
