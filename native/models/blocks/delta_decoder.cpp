#include "models/blocks/delta_decoder.h"

namespace tern {
namespace blocks_delta_decoder {

BlockPtr load_ffn(LayerLoader& load, const DeltaDecoder& kind) {
  if (!kind.experts) return make_block(load.ffn());
  const std::int64_t shared = shared_width(load);
  return make_block(load.experts({.file_scale = false,
                                  .scales = true,
                                  .shared_width = shared != 0 ? shared : load.h.ffn,
                                  .shared_gate = true,
                                  .shared_scale_use = ScaleUse::after_bias}));
}

}  // namespace blocks_delta_decoder

std::unique_ptr<Architecture> load_delta_decoder(const ModelSource& source,
                                                 const DeltaDecoder& kind) {
  ModelLoader model(source, NormKind::rms);
  const std::vector<bool> recurrent = recurrent_layers(model);
  const SsmSizes sizes = read_ssm_sizes(model.metadata);
  const AttentionOptions attention{
      .rotary = model.rotary(kind.rope), .qk_norm = QkNorm::heads, .joint_gate = true};
  model.knows_drafts = true;
  return model.decoder([&](LayerLoader& load) {
    DecoderLayer layer;
    layer.attention_norm = load.norm("attn_norm");
    layer.mixer = recurrent[load.index] ? make_block(load_delta_net(load, sizes, kind.layout))
                                        : make_block(load.attention(attention));
    layer.ffn_norm = load.norm("post_attention_norm");
    layer.ffn = blocks_delta_decoder::load_ffn(load, kind);
    return layer;
  });
}

}  // namespace tern
