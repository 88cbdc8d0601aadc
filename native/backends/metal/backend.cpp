#include "backends/gpu/backend.h"
#include "backends/metal/device.h"
#include "core/scheduler.h"

namespace tern {
namespace metal_backend {

std::unique_ptr<Backend> make(const BackendOptions& options) {
  return std::make_unique<Scheduler>(std::make_unique<GpuBackend>(make_metal_device()),
                                     backend_table().make("cpu", options));
}

}  // namespace metal_backend

/// Device MTL0; none without a GPU. It takes the place of that of the host runtime.
void register_backend_metal(BackendTable& table) {
  if (has_metal_device()) table.add("MTL0", metal_backend::make);
}

}  // namespace tern
