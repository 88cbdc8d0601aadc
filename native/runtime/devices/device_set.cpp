#include "runtime/devices/device_set.h"

#include <future>

#include "core/text.h"
#include "runtime/devices/placed_graph.h"
#include "tern/error.h"

namespace tern {
namespace runtime_device_set {

/// Lets the devices compute, all at once, as much as they can before something is copied between
/// two of them.
class Run {
 public:
  Run(const DeviceSet& devices, const PlacedGraph& placed)
      : devices_(devices), placed_(placed), waiting_(devices.count()) {}

  void compute() {
    for (Tensor* node : placed_.graph().nodes()) {
      if (node->op == &transfer_op) {
        transfer(*node);
      } else {
        waiting_[placed_.device_of(*node)].push_back(node);
      }
    }
    flush_all();
  }

 private:
  void flush_all() {
    std::vector<std::future<void>> others;
    for (std::size_t device = 1; device < devices_.count(); ++device) {
      if (!waiting_[device].empty())
        others.push_back(std::async(std::launch::async, [this, device] { flush(device); }));
    }
    // What these throw comes out of get(); a future waits for its end in any case.
    flush(0);
    for (std::future<void>& other : others) other.get();
  }

  void flush(std::size_t device) {
    if (waiting_[device].empty()) return;
    devices_[device].compute_nodes(placed_.graph(), waiting_[device]);
    waiting_[device].clear();
  }

  void transfer(Tensor& node) {
    const Tensor& source = *node.source[0];
    const std::size_t from = placed_.device_of(source);
    const std::size_t to = placed_.device_of(node);
    // What waits at the target may still use the memory that the copy goes to.
    if (!waiting_[from].empty() || !waiting_[to].empty()) flush_all();
    bytes_.resize(byte_span(source));
    devices_[from].read(source, bytes_.data(), bytes_.size());
    devices_[to].write(node, bytes_.data(), bytes_.size());
  }

  const DeviceSet& devices_;
  const PlacedGraph& placed_;
  std::vector<std::vector<Tensor*>> waiting_;  // by device
  std::vector<std::byte> bytes_;
};

}  // namespace runtime_device_set

DeviceSet::DeviceSet(std::span<const std::string> names, const BackendOptions& options) {
  if (names.empty() || names.size() > max_devices)
    throw RequestError(
        concat("[session] expected 1 to ", max_devices, " devices, got ", names.size()));
  for (const std::string& name : names) backends_.push_back(backend_table().make(name, options));
}

std::size_t DeviceSet::copied_weight_bytes() const {
  std::size_t bytes = 0;
  for (const auto& backend : backends_) bytes += backend->copied_weight_bytes();
  return bytes;
}

void DeviceSet::compute(const PlacedGraph& placed) {
  if (count() == 1) {
    first().compute(placed.graph());
  } else {
    runtime_device_set::Run(*this, placed).compute();
  }
}

}  // namespace tern
