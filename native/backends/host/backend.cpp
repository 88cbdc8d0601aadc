#include <cstdlib>
#include <utility>

#include "backends/gpu/backend.h"
#include "backends/host/device.h"
#include "core/scheduler.h"

namespace tern {
namespace host_backend {

/// TERN_HOST_LANES: threads of a subgroup on device "host".
std::uint32_t lanes_of_host() {
  const char* text = std::getenv("TERN_HOST_LANES");
  return text == nullptr ? 16 : static_cast<std::uint32_t>(std::atoi(text));
}

/// TERN_HOST_ORDER: forward (default), reverse or random.
HostOrder order_of_threads() {
  const char* text = std::getenv("TERN_HOST_ORDER");
  const std::string_view order = text == nullptr ? "forward" : text;
  if (order == "reverse") return HostOrder::reverse;
  return order == "random" ? HostOrder::random : HostOrder::forward;
}

BackendFactory factory(std::string name, std::uint32_t lanes) {
  return [=](const BackendOptions& options) -> std::unique_ptr<Backend> {
    auto device = std::make_unique<HostDevice>(
        HostOptions{name, lanes, order_of_threads(), options.threads});
    return std::make_unique<Scheduler>(std::make_unique<GpuBackend>(std::move(device)),
                                       backend_table().make("cpu", options));
  };
}

}  // namespace host_backend

/// The host runtime, under its own name and under those of the devices whose kernels it runs.
void register_backend_host(BackendTable& table) {
  table.add("host", host_backend::factory("host", host_backend::lanes_of_host()));
  table.add("MTL0", host_backend::factory("MTL0", 32));
  table.add("CUDA0", host_backend::factory("CUDA0", 32));
}

}  // namespace tern
