#include "models/blocks/decoder.h"
#include "models/blocks/delta_net.h"

namespace tern {
namespace model_qwen35 {

/// Delta nets in three of four layers, in the others attention with a gate of what it gives.
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
    layer.ffn = make_block(load.ffn());
    return layer;
  });
}

}  // namespace model_qwen35

void register_model_qwen35(ModelTable& table) { table.add("qwen35", model_qwen35::load); }

}  // namespace tern
