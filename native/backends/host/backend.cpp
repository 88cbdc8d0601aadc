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

BackendFactory factory(HostOptions host) {
  return [=](const BackendOptions& options) -> std::unique_ptr<Backend> {
    HostOptions chosen = host;
    chosen.order = order_of_threads();
    chosen.threads = options.threads;
    auto device = std::make_unique<HostDevice>(chosen);
    return std::make_unique<Scheduler>(std::make_unique<GpuBackend>(std::move(device)),
                                       backend_table().make("cpu", options));
  };
}

}  // namespace host_backend

/// The host runtime, under its own name and under those of the devices whose kernels it runs.
void register_backend_host(BackendTable& table) {
  using host_backend::factory;
  table.add("host", factory({.name = "host", .lanes = host_backend::lanes_of_host()}));
  table.add("MTL0", factory({.name = "MTL0", .lanes = 32}));
  // A small card of a generation for which groups share the steps of attention.
  table.add("CUDA0", factory({.name = "CUDA0",
                              .lanes = 32,
                              .family = GpuFamily::nvidia,
                              .capability = 90,
                              .processors = 3}));
}

}  // namespace tern
