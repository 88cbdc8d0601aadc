#include "runtime/devices/placed_graph.h"

#include <algorithm>

namespace tern {

std::size_t PlacedGraph::device_of(const Tensor& tensor) const {
  if (devices_.empty()) return 0;
  if (tensor.index >= 0) return devices_[static_cast<std::size_t>(tensor.index)];
  const auto found = std::find_if(outside_.begin(), outside_.end(),
                                  [&](const auto& known) { return known.first == &tensor; });
  return found == outside_.end() ? 0 : found->second;
}

void PlacedGraph::set_device(const Tensor& tensor, std::size_t device) {
  if (tensor.index < 0) {
    outside_.emplace_back(&tensor, device);
    return;
  }
  devices_.resize(graph_->tensors().size(), 0);
  devices_[static_cast<std::size_t>(tensor.index)] = device;
}

void PlacedGraph::plan() {
  devices_.resize(graph_->tensors().size(), 0);
  for (std::size_t device = 0; device < plans_.size(); ++device) {
    GraphShare share;
    for (Tensor* node : graph_->nodes()) {
      const bool reads = node->op == &transfer_op && device_of(*node->source[0]) == device;
      if (reads || device_of(*node) == device) share.nodes.push_back(node);
    }
    for (const std::size_t owner : devices_) share.owned.push_back(owner == device);
    plans_[device] = plan_memory(*graph_, share);
  }
}

std::vector<std::size_t> PlacedGraph::peaks() const {
  std::vector<std::size_t> peaks;
  for (const MemoryPlan& plan : plans_) peaks.push_back(plan.peak);
  return peaks;
}

void PlacedGraph::bind(std::span<std::byte* const> memory) {
  bind_memory(*graph_, plans_, memory);
  for (const auto& [plain, placed] : faces_) plain->data = placed->data;
}

}  // namespace tern
