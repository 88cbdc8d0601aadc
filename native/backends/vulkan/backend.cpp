#include "backends/gpu/backend.h"
#include "backends/vulkan/device.h"
#include "core/scheduler.h"
#include "tern/error.h"

namespace tern {
namespace vulkan_backend {

std::unique_ptr<Backend> make(const BackendOptions& options) {
  return std::make_unique<Scheduler>(std::make_unique<GpuBackend>(std::make_unique<VulkanDevice>()),
                                     backend_table().make("cpu", options));
}

bool any_device() {
  try {
    const VulkanInstance instance;
    return !instance.devices().empty();
  } catch (const RequestError&) {
    return false;
  }
}

}  // namespace vulkan_backend

/// Where there is no device, there is no such name.
void register_backend_vulkan(BackendTable& table) {
  if (vulkan_backend::any_device()) table.add("vulkan", vulkan_backend::make);
}

}  // namespace tern
