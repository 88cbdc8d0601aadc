#include "models/blocks/block_attention.h"
#include "models/blocks/decoder.h"

namespace tern {
namespace model_minimax_m3 {

/// Norms of queries and keys, the gate of gpt-oss, and a shared expert. Layers with experts attend
/// to chosen blocks.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const Rotary rotary = model.rotary(RopeMode::neox);
  return model.decoder([&](LayerLoader& load) {
    DecoderLayer layer;
    layer.attention_norm = load.norm("attn_norm");
    const Attention attention = load.attention({.rotary = rotary, .qk_norm = QkNorm::heads});
    layer.mixer = load.leads_dense()
                      ? make_block(attention)
                      : make_block(BlockAttention{attention, load_block_indexer(load, rotary)});
    layer.ffn_norm = load.norm("ffn_norm");
    const FfnOptions dense{.activation = Activation::swiglu_oai, .scale_use = ScaleUse::none};
    if (load.leads_dense()) {
      layer.ffn = make_block(load.ffn(dense));
      return layer;
    }
    Experts experts =
        load.experts({.activation = Activation::swiglu_oai,
                      .gating = read_gating(model.metadata),
                      .normalize = model.metadata.flag_or("expert_weights_norm", false)});
    FfnOptions shared = dense;
    shared.suffix = "_shexp";
    experts.shared = make_block(
        load_ffn(model.weights, load.prefix, load.h.embedding, shared_width(load), shared));
    layer.ffn = make_block(experts);
    return layer;
  });
}

ModelSample sample() {
  return {.values = {{"attention.indexer.head_count", 2},
                     {"attention.indexer.block_size", 4},
                     {"attention.indexer.local_blocks", 1},
                     {"attention.indexer.top_k", 3}},
          .unlike = {"indexer.k_norm.bias", "exp_probs_b.bias"}};
}

}  // namespace model_minimax_m3

void register_model_minimax_m3(ModelTable& table) {
  table.add("minimax-m3", model_minimax_m3::load, model_minimax_m3::sample());
}

}  // namespace tern
