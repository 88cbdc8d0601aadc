#include "models/blocks/decoder.h"
#include "models/blocks/delta_net.h"

namespace tern {
namespace model_qwen35moe {

/// Like qwen35, with experts and a shared one that has a gate of its own.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const std::vector<bool> recurrent = recurrent_layers(model);
  const SsmSizes sizes = read_ssm_sizes(model.metadata);
  const AttentionOptions attention{.rotary = model.rotary(RopeMode::interleaved_mrope),
                                   .qk_norm = QkNorm::heads,
                                   .joint_gate = true};
  model.knows_drafts = true;
  return model.decoder([&](LayerLoader& load) {
    DecoderLayer layer;
    layer.attention_norm = load.norm("attn_norm");
    layer.mixer = recurrent[load.index] ? make_block(load_delta_net(load, sizes))
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

}  // namespace model_qwen35moe

void register_model_qwen35moe(ModelTable& table) { table.add("qwen35moe", model_qwen35moe::load); }

}  // namespace tern
