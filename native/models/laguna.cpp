#include "models/blocks/decoder.h"

namespace tern {
namespace model_laguna {

/// Norms of queries and keys, a softplus gate of heads or elements, a sliding window with a rope of
/// its own in some layers, and a shared expert.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const bool windows = model.metadata.integer_or("attention.sliding_window", 0) > 0;
  const std::vector<bool> sliding = model.sliding_layers(4, true);
  const Rotary far = model.rotary(RopeMode::neox);
  Rotary near = model.sliding_rotary(RopeMode::neox);
  near.params = {.mode = RopeMode::neox,
                 .dims = static_cast<std::int32_t>(
                     model.metadata.positive_or("rope.dimension_count_swa", far.params.dims)),
                 .base = near.params.base};
  return model.decoder([&](LayerLoader& load) {
    const bool slides = windows && sliding[load.index];
    AttentionOptions options{.rotary = slides ? near : far, .qk_norm = QkNorm::heads};
    if (slides) options.window = model.sliding_window();
    Attention attention = load.attention(options);
    attention.gate_op = &softplus_op;
    const bool by_head = model.weights.rows_of(load.prefix + "attn_gate.weight") == load.h.heads;
    attention.gate =
        load.linear("attn_gate", load.h.embedding,
                    by_head ? load.h.heads : load.h.heads * load.h.head_v, ScaleUse::none);
    return load.pre_norm(
        {.mixer = make_block(attention), .ffn = load.experts_behind_dense(Gating::sigmoid)});
  });
}

}  // namespace model_laguna

void register_model_laguna(ModelTable& table) {
  table.add("laguna", model_laguna::load, {.unlike = {"exp_probs_b.bias"}});
}

}  // namespace tern
