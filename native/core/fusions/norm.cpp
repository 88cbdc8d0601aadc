#include "core/fusion.h"

namespace tern {
namespace fusions_norm {

/// Weight and bias have rows as long as those of the norm, side by side in memory.
bool fits(std::span<Tensor* const> nodes) {
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const Tensor& other = *nodes[i]->source[1];
    if (nodes[i]->source[0] != nodes[i - 1] || nodes[i]->type != Type::f32) return false;
    if (other.shape[0] != nodes[0]->shape[0] || !has_contiguous_rows(other)) return false;
  }
  return true;
}

}  // namespace fusions_norm

void register_fusion_norm(FusionTable& table) {
  constexpr auto fits = fusions_norm::fits;
  table.add({"NORM+MUL", "norm", {"norm", "mul"}, true, fits});
  table.add({"NORM+MUL+ADD", "norm", {"norm", "mul", "add"}, true, fits});
  table.add({"RMS_NORM+MUL", "norm", {"rms_norm", "mul"}, true, fits});
  table.add({"RMS_NORM+MUL+ADD", "norm", {"rms_norm", "mul", "add"}, true, fits});
}

}  // namespace tern
