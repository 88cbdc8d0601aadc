#include "models/blocks/delta_decoder.h"
#include "models/blocks/samples.h"

namespace tern {
namespace model_qwen35moe {

/// Like qwen35, with experts and a shared one that has a gate of its own.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  return load_delta_decoder(source, {.rope = RopeMode::interleaved_mrope, .experts = true});
}

ModelSample sample() { return {.values = delta_net_sample(), .unlike = {"ssm_conv1d.bias"}}; }

}  // namespace model_qwen35moe

void register_model_qwen35moe(ModelTable& table) {
  table.add("qwen35moe", model_qwen35moe::load, model_qwen35moe::sample());
}

}  // namespace tern
