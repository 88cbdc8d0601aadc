#include <cstdlib>
#include <memory>
#include <string>

#include "backends/gpu/driver/open.h"
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

const Driver* driver() { return open_driver<Driver>("libamdhip64.so", load); }

/// The first architecture whose kernels the driver loads; wave size follows from it.
std::string arch_that_loads() {
  for (const GpuImage& image : hip_images()) {
    void* module = nullptr;
    if (driver()->api.load_module(&module, image.bytes.data()) == 0) return std::string(image.arch);
  }
  return "this device";
}

/// "gfx1100": 1100; the letters of "gfx90a" say nothing that lowering must know.
int number_of(const std::string& arch) {
  return arch.starts_with("gfx") ? std::atoi(arch.c_str() + 3) : 0;
}

std::unique_ptr<Backend> make(int number, const BackendOptions& options) {
  const Driver& d = *driver();
  const auto activate = [&d, number] { d.set_device(number); };
  activate();
  const std::string arch = arch_that_loads();
  const std::uint32_t lanes = arch.starts_with("gfx9") ? 64u : 32u;
  const DriverInfo info{{concat("ROCm", number), lanes, GpuFamily::amd, number_of(arch)}, arch};
  auto gpu = std::make_unique<DriverDevice>(d.api, info, hip_images(), activate);
  return with_fallback(std::move(gpu), options);
}

}  // namespace hip_backend

/// Devices ROCm0, ROCm1, …; none without a driver.
void register_backend_hip(BackendTable& table) {
  const hip_backend::Driver* driver = hip_backend::driver();
  register_driver_devices(table, driver == nullptr ? nullptr : &driver->api, "ROCm",
                          hip_backend::make);
}

}  // namespace tern
