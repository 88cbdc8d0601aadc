#include "runtime/devices/layer_devices.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "core/ops/get_rows.h"
#include "runtime/devices/spread.h"

namespace tern {
namespace runtime_layer_devices {

bool begins(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

}  // namespace runtime_layer_devices

std::int64_t layer_in(std::string_view name) {
  constexpr std::string_view start = "blk.";
  std::int64_t layer = -1;
  if (runtime_layer_devices::begins(name, start))
    std::from_chars(name.data() + start.size(), name.data() + name.size(), layer);
  return layer;
}

LayerDevices::LayerDevices(std::int64_t layers, const std::vector<double>& shares)
    : layers_(layers), first_(cut_evenly(0, layers + 1, 1, shares).at) {
  first_.pop_back();
}

std::size_t LayerDevices::of_layer(std::int64_t layer) const {
  const auto behind = std::upper_bound(first_.begin(), first_.end(), layer);
  return static_cast<std::size_t>(behind - first_.begin() - 1);
}

int LayerDevices::of_weight(const Tensor& weight, const Tensor& node) const {
  using namespace runtime_layer_devices;
  const std::int64_t layer = layer_in(weight.name);
  if (layer >= 0) return static_cast<int>(of_layer(std::min(layer, layers_)));
  const bool embeds = begins(weight.name, "token_embd");
  if (embeds && node.op == &get_rows_op) return 0;
  if (embeds || begins(weight.name, "output")) return static_cast<int>(of_layer(layers_));
  return -1;
}

}  // namespace tern
