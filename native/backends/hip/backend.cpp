#include <memory>
#include <optional>
#include <string>

#include "backends/common/library.h"
#include "backends/gpu/backend.h"
#include "backends/gpu/driver/device.h"
#include "core/scheduler.h"
#include "core/text.h"

namespace tern {

/// Generated from the kernels that were compiled.
std::span<const GpuImage> hip_images();

namespace hip_backend {

/// The driver, with what only HIP has.
struct Driver {
  DriverApi api;
  int (*set_device)(int number) = nullptr;
};

bool load(const Library& library, Driver& d) {
  return library.load(d.api.initialise, "hipInit") &&
         library.load(d.api.device_count, "hipGetDeviceCount") &&
         library.load(d.api.allocate, "hipMalloc") && library.load(d.api.release, "hipFree") &&
         library.load(d.api.clear, "hipMemsetD8") && library.load(d.api.upload, "hipMemcpyHtoD") &&
         library.load(d.api.download, "hipMemcpyDtoH") &&
         library.load(d.api.load_module, "hipModuleLoadData") &&
         library.load(d.api.find_function, "hipModuleGetFunction") &&
         library.load(d.api.launch, "hipModuleLaunchKernel") &&
         library.load(d.api.synchronise, "hipDeviceSynchronize") &&
         library.load(d.set_device, "hipSetDevice");
}

/// Null if there is no driver.
const Driver* driver() {
  static const std::optional<Driver> found = [] {
    const Library library("libamdhip64.so");
    Driver d;
    const bool usable = library.is_open() && load(library, d) && d.api.initialise(0) == 0;
    return usable ? std::optional(d) : std::nullopt;
  }();
  return found ? &*found : nullptr;
}

int device_count() {
  int count = 0;
  return driver() != nullptr && driver()->api.device_count(&count) == 0 ? count : 0;
}

/// The first architecture whose kernels the driver loads; wave size follows from it.
std::string arch_that_loads() {
  for (const GpuImage& image : hip_images()) {
    void* module = nullptr;
    if (driver()->api.load_module(&module, image.bytes.data()) == 0) return std::string(image.arch);
  }
  return "this device";
}

std::unique_ptr<Backend> make(int number, const BackendOptions& options) {
  const Driver& d = *driver();
  const auto activate = [&d, number] { d.set_device(number); };
  activate();
  const std::string arch = arch_that_loads();
  const DriverInfo info{concat("ROCm", number), arch, arch.starts_with("gfx9") ? 64u : 32u};
  auto gpu = std::make_unique<DriverDevice>(d.api, info, hip_images(), activate);
  return std::make_unique<Scheduler>(std::make_unique<GpuBackend>(std::move(gpu)),
                                     backend_table().make("cpu", options));
}

}  // namespace hip_backend

/// Devices ROCm0, ROCm1, …; none without a driver.
void register_backend_hip(BackendTable& table) {
  for (int number = 0; number < hip_backend::device_count(); ++number) {
    table.add(concat("ROCm", number), [number](const BackendOptions& options) {
      return hip_backend::make(number, options);
    });
  }
}

}  // namespace tern
