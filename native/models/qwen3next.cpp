#include "models/blocks/decoder.h"
#include "models/blocks/delta_net.h"

namespace tern {
namespace model_qwen3next {

/// Like qwen35moe; what heads of delta nets need comes key head by key head.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const std::vector<bool> recurrent = recurrent_layers(model);
  const SsmSizes sizes = read_ssm_sizes(model.metadata);
  const AttentionOptions attention{
      .rotary = model.rotary(RopeMode::neox), .qk_norm = QkNorm::heads, .joint_gate = true};
  model.knows_drafts = true;
  return model.decoder([&](LayerLoader& load) {
    DecoderLayer layer;
    layer.attention_norm = load.norm("attn_norm");
    layer.mixer = recurrent[load.index]
                      ? make_block(load_delta_net(load, sizes, DeltaNetLayout::by_key_head))
                      : make_block(load.attention(attention));
    layer.ffn_norm = load.norm("post_attention_norm");
    const std::int64_t shared = shared_width(load);
    layer.ffn = make_block(load.experts({.file_scale = false,
                                         .scales = true,
                                         .shared_width = shared != 0 ? shared : load.h.ffn,
                                         .shared_gate = true,
                                         .shared_scale_use = ScaleUse::after_bias}));
    return layer;
  });
}

}  // namespace model_qwen3next

void register_model_qwen3next(ModelTable& table) { table.add("qwen3next", model_qwen3next::load); }

}  // namespace tern
