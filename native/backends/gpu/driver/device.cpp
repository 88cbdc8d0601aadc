#include "backends/gpu/driver/device.h"

#include <utility>

#include "core/text.h"
#include "tern/error.h"

namespace tern {

DriverDevice::DriverDevice(const DriverApi& api, const DriverInfo& info,
                           std::span<const GpuImage> images, std::function<void()> activate)
    : api_(api), info_{info.gpu}, activate_(std::move(activate)) {
  activate_();
  for (const GpuImage& image : images) {
    if (image.arch != info.arch) continue;
    check(api_.load_module(&modules_.emplace_back(), image.bytes.data()), "kernels to be loaded");
  }
  if (modules_.empty()) {
    throw RequestError(concat("[", info.gpu.name, "] expected kernels for ", info.arch,
                              ", got none in this build"));
  }
}

void DriverDevice::check(int code, std::string_view what) const {
  if (code != 0)
    throw RequestError(concat("[", info_.name, "] expected ", what, ", got error ", code));
}

GpuMemory DriverDevice::allocate(std::size_t bytes) {
  activate_();
  GpuMemory memory = 0;
  // No driver gives out memory without bytes.
  const std::size_t size = bytes == 0 ? 1 : bytes;
  check(api_.allocate(&memory, size), concat(bytes, " bytes"));
  check(api_.clear(memory, 0, size), "memory to be cleared");
  return memory;
}

void DriverDevice::release(GpuMemory memory) {
  activate_();
  api_.release(memory);
}

void DriverDevice::upload(GpuPlace to, std::span<const std::byte> bytes) {
  activate_();
  check(api_.upload(to.memory + to.offset, bytes.data(), bytes.size()), "a copy to the device");
}

void DriverDevice::download(GpuPlace from, std::span<std::byte> bytes) {
  activate_();
  check(api_.download(bytes.data(), from.memory + from.offset, bytes.size()),
        "a copy from the device");
}

void* DriverDevice::find(const std::string& name) const {
  for (void* module : modules_) {
    void* function = nullptr;
    if (api_.find_function(&function, module, name.c_str()) == 0) return function;
  }
  return nullptr;
}

GpuKernel DriverDevice::kernel(std::string_view name) {
  auto it = kernels_.find(name);
  if (it == kernels_.end()) {
    activate_();
    const std::string text(name);
    it = kernels_.emplace(text, find(text)).first;
  }
  return reinterpret_cast<GpuKernel>(it->second);
}

void DriverDevice::launch(const GpuLaunch& launch) {
  activate_();
  std::vector<std::byte> constants(launch.constants.begin(), launch.constants.end());
  std::vector<std::uintptr_t> addresses;
  for (const GpuPlace& place : launch.buffers) addresses.push_back(place.memory + place.offset);
  std::vector<void*> parameters{constants.data()};
  for (std::uintptr_t& address : addresses) parameters.push_back(&address);
  check(api_.launch(reinterpret_cast<void*>(launch.kernel), launch.groups[0], launch.groups[1],
                    launch.groups[2], launch.threads, 1, 1, 0, nullptr, parameters.data(), nullptr),
        "a kernel to start");
}

void DriverDevice::finish() {
  activate_();
  check(api_.synchronise(), "kernels to end well");
}

}  // namespace tern
