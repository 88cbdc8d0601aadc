#include "backends/gpu/backend.h"
#include "backends/opencl/device.h"
#include "core/scheduler.h"

namespace tern {
namespace opencl_backend {

std::unique_ptr<Backend> make(const BackendOptions& options) {
  auto device = std::make_unique<OpenClDevice>(chosen_opencl_card());
  return std::make_unique<Scheduler>(std::make_unique<GpuBackend>(std::move(device)),
                                     backend_table().make("cpu", options));
}

}  // namespace opencl_backend

/// Where there is no device, there is no such name.
void register_backend_opencl(BackendTable& table) {
  if (!opencl_cards().empty()) table.add("opencl", opencl_backend::make);
}

}  // namespace tern
