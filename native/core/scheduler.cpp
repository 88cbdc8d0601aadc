#include "core/scheduler.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace tern {
namespace core_scheduler {

Tensor* root_of(Tensor* tensor) { return tensor->base != nullptr ? tensor->base : tensor; }

/// Tensors of a device that the CPU works on for a while: their data point to host memory until
/// `give_back`.
class Visit {
 public:
  explicit Visit(Backend& device) : device_(device) {}

  /// Tensors without elements, and those in host memory already, stay.
  void fetch(Tensor* tensor) {
    Tensor* root = root_of(tensor);
    if (byte_span(*root) == 0 || (!hosts_.contains(root) && !device_.owns(root->data))) return;
    auto& bytes = hosts_[root];
    if (bytes.empty()) {
      bytes.resize(byte_span(*root));
      device_.read(*root, bytes.data(), bytes.size());
      move(root, bytes.data());
    }
    if (tensor != root && device_.owns(tensor->data)) move(tensor, bytes.data() + tensor->offset);
  }

  void give_back(const std::set<Tensor*>& written) {
    for (const auto& [tensor, address] : moved_) tensor->data = address;
    for (Tensor* root : written) {
      const auto it = hosts_.find(root);
      if (it != hosts_.end()) device_.write(*root, it->second.data(), it->second.size());
    }
  }

 private:
  void move(Tensor* tensor, std::byte* to) {
    moved_.emplace_back(tensor, tensor->data);
    tensor->data = to;
  }

  Backend& device_;
  std::map<Tensor*, std::vector<std::byte>> hosts_;
  std::vector<std::pair<Tensor*, std::byte*>> moved_;
};

}  // namespace core_scheduler

Scheduler::Scheduler(std::unique_ptr<Backend> device, std::unique_ptr<Backend> cpu)
    : device_(std::move(device)), cpu_(std::move(cpu)) {}

void Scheduler::write(Tensor& tensor, const void* source, std::size_t bytes) {
  device_->write(tensor, source, bytes);
}

void Scheduler::read(const Tensor& tensor, void* target, std::size_t bytes) {
  device_->read(tensor, target, bytes);
}

/// Where there is nothing to compute, it does not matter; the device need not be left for it.
bool Scheduler::runs_on_device(const Tensor& node) const {
  return element_count(node.shape) == 0 || device_->supports(node);
}

void Scheduler::compute_on_cpu(const Graph& graph, std::span<Tensor* const> nodes) {
  core_scheduler::Visit visit(*device_);
  std::set<Tensor*> written;
  for (Tensor* node : nodes) {
    for (Tensor* source : node->source) {
      if (source != nullptr) visit.fetch(source);
    }
    visit.fetch(node);
    written.insert(core_scheduler::root_of(node));
  }
  cpu_->compute_nodes(graph, nodes);
  visit.give_back(written);
}

void Scheduler::compute_nodes(const Graph& graph, std::span<Tensor* const> nodes) {
  while (!nodes.empty()) {
    const bool on_device = runs_on_device(*nodes.front());
    const auto end = std::find_if(nodes.begin(), nodes.end(), [&](const Tensor* node) {
      return runs_on_device(*node) != on_device;
    });
    const auto part = nodes.first(static_cast<std::size_t>(end - nodes.begin()));
    if (on_device) {
      device_->compute_nodes(graph, part);
    } else {
      compute_on_cpu(graph, part);
    }
    nodes = nodes.subspan(part.size());
  }
}

}  // namespace tern
