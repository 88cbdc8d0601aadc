#include "models/blocks/delta_decoder.h"
#include "models/blocks/samples.h"

namespace tern {
namespace model_qwen35 {

/// Delta nets in three of four layers, in the others attention with a gate of what it gives.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  return load_delta_decoder(source, {.rope = RopeMode::interleaved_mrope});
}

ModelSample sample() { return {.values = delta_net_sample(), .unlike = {"ssm_conv1d.bias"}}; }

}  // namespace model_qwen35

void register_model_qwen35(ModelTable& table) {
  table.add("qwen35", model_qwen35::load, model_qwen35::sample());
}

}  // namespace tern
