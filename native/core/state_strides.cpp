#include "core/state_strides.h"

#include "core/ops/gated_delta_net.h"

namespace tern {
namespace core_state_strides {

/// Floats of one state.
std::int64_t size_of(const Tensor& net) {
  return net.source[0]->shape[0] * net.source[2]->shape[0] * net.source[2]->shape[1];
}

std::int64_t floats(std::size_t bytes) { return static_cast<std::int64_t>(bytes / sizeof(float)); }

bool holds_all(const Tensor& net, const Tensor& copy) {
  const std::int64_t outputs = element_count(net.source[2]->shape);
  const Tensor& states = *copy.source[0];
  return states.base == &net && floats(states.offset) == outputs && is_contiguous(states) &&
         element_count(states.shape) == element_count(net.shape) - outputs;
}

}  // namespace core_state_strides

StateStrides state_strides(const Tensor& net) {
  const std::int64_t size = core_state_strides::size_of(net);
  return {size * net.source[2]->shape[3], size};
}

std::optional<StateStrides> state_strides(const Tensor& net, const Tensor& copy) {
  using namespace core_state_strides;
  if (net.type != Type::f32 || copy.type != Type::f32 || !holds_all(net, copy)) return std::nullopt;
  if (is_contiguous(copy)) return state_strides(net);
  const Shape shape{size_of(net), net.source[2]->shape[3],
                    net.params<GatedDeltaNetParams>().snapshots, 1};
  const bool a_state_each = copy.shape == shape && has_contiguous_rows(copy) &&
                            copy.stride[1] % sizeof(float) == 0 &&
                            copy.stride[2] % sizeof(float) == 0;
  if (!a_state_each) return std::nullopt;
  return StateStrides{floats(copy.stride[2]), floats(copy.stride[1])};
}

}  // namespace tern
