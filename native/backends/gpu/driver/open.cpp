#include "backends/gpu/driver/open.h"

#include "backends/gpu/backend.h"
#include "core/scheduler.h"
#include "core/text.h"

namespace tern {

void register_driver_devices(BackendTable& table, const DriverApi* api, std::string_view prefix,
                             MakeDriverDevice make) {
  int count = 0;
  if (api == nullptr || api->device_count(&count) != 0) return;
  for (int number = 0; number < count; ++number) {
    table.add(concat(prefix, number),
              [number, make](const BackendOptions& options) { return make(number, options); });
  }
}

std::unique_ptr<Backend> with_fallback(std::unique_ptr<DriverDevice> device,
                                       const BackendOptions& options) {
  return std::make_unique<Scheduler>(std::make_unique<GpuBackend>(std::move(device)),
                                     backend_table().make("cpu", options));
}

}  // namespace tern
