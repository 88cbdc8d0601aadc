#include "models/blocks/delta_decoder.h"
#include "models/blocks/samples.h"

namespace tern {
namespace model_qwen3next {

/// Like qwen35moe; what heads of delta nets need comes key head by key head.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  return load_delta_decoder(
      source, {.rope = RopeMode::neox, .layout = DeltaNetLayout::by_key_head, .experts = true});
}

ModelSample sample() {
  return {.values = delta_net_sample(), .unlike = {"attn_qkv.weight", "ssm_conv1d.bias"}};
}

}  // namespace model_qwen3next

void register_model_qwen3next(ModelTable& table) {
  table.add("qwen3next", model_qwen3next::load, model_qwen3next::sample());
}

}  // namespace tern
