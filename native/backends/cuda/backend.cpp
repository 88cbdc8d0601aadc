#include <memory>

#include "backends/gpu/driver/open.h"
#include "core/text.h"
#include "tern/error.h"

namespace tern {

/// Generated from the kernels that were compiled.
std::span<const GpuImage> cuda_images();

namespace cuda_backend {

constexpr int processor_count = 16;
constexpr int compute_capability_major = 75;  // numbers of attributes in the driver's interface
constexpr int compute_capability_minor = 76;

/// The driver, with what only CUDA has.
struct Driver {
  DriverApi api;
  int (*device_get)(int* device, int number) = nullptr;
  int (*attribute)(int* value, int attribute, int device) = nullptr;
  int (*retain_context)(void** context, int device) = nullptr;
  int (*set_context)(void* context) = nullptr;
};

bool load(const Library& library, Driver& d) {
  return library.load(d.api.initialise, "cuInit") &&
         library.load(d.api.device_count, "cuDeviceGetCount") &&
         library.load(d.api.allocate, "cuMemAlloc_v2") &&
         library.load(d.api.release, "cuMemFree_v2") &&
         library.load(d.api.clear, "cuMemsetD8_v2") &&
         library.load(d.api.upload, "cuMemcpyHtoD_v2") &&
         library.load(d.api.download, "cuMemcpyDtoH_v2") &&
         library.load(d.api.load_module, "cuModuleLoadData") &&
         library.load(d.api.find_function, "cuModuleGetFunction") &&
         library.load(d.api.launch, "cuLaunchKernel") &&
         library.load(d.api.synchronise, "cuCtxSynchronize") &&
         library.load(d.device_get, "cuDeviceGet") &&
         library.load(d.attribute, "cuDeviceGetAttribute") &&
         library.load(d.retain_context, "cuDevicePrimaryCtxRetain") &&
         library.load(d.set_context, "cuCtxSetCurrent");
}

const Driver* driver() { return open_driver<Driver>("libcuda.so.1", load); }

DriverInfo info_of(int device, int number) {
  int major = 0;
  int minor = 0;
  driver()->attribute(&major, compute_capability_major, device);
  driver()->attribute(&minor, compute_capability_minor, device);
  int processors = 0;
  driver()->attribute(&processors, processor_count, device);
  const GpuInfo gpu{concat("CUDA", number), 32, GpuFamily::nvidia, major * 10 + minor, processors};
  return {gpu, concat("sm_", major, minor)};
}

std::unique_ptr<Backend> make(int number, const BackendOptions& options) {
  int device = 0;
  void* context = nullptr;
  const Driver& d = *driver();
  if (d.device_get(&device, number) != 0 || d.retain_context(&context, device) != 0)
    throw RequestError(concat("[CUDA", number, "] expected a device, got none that can be used"));
  const auto activate = [&d, context] { d.set_context(context); };
  auto gpu =
      std::make_unique<DriverDevice>(d.api, info_of(device, number), cuda_images(), activate);
  return with_fallback(std::move(gpu), options);
}

}  // namespace cuda_backend

/// Devices CUDA0, CUDA1, …; none without a driver. They take the place of those of the host
/// runtime.
void register_backend_cuda(BackendTable& table) {
  const cuda_backend::Driver* driver = cuda_backend::driver();
  register_driver_devices(table, driver == nullptr ? nullptr : &driver->api, "CUDA",
                          cuda_backend::make);
}

}  // namespace tern
