#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "backends/gpu/device.h"
#include "backends/gpu/driver/api.h"

namespace tern {

/// A device behind a driver that loads modules (CUDA, HIP). Everything runs in one stream, in
/// order, so barriers have nothing to do.
class DriverDevice : public GpuDevice {
 public:
  /// `activate` makes the device that of the calling thread. Throws RequestError if no image fits.
  DriverDevice(const DriverApi& api, const DriverInfo& info, std::span<const GpuImage> images,
               std::function<void()> activate);

  const GpuInfo& info() const override { return info_; }
  GpuMemory allocate(std::size_t bytes) override;
  void release(GpuMemory memory) override;
  void upload(GpuPlace to, std::span<const std::byte> bytes) override;
  void download(GpuPlace from, std::span<std::byte> bytes) override;
  GpuKernel kernel(std::string_view name) override;
  void launch(const GpuLaunch& launch) override;
  void barrier() override {}
  void finish() override;

 private:
  void check(int code, std::string_view what) const;
  void* find(const std::string& name) const;

  const DriverApi& api_;
  GpuInfo info_;
  std::function<void()> activate_;
  std::vector<void*> modules_;
  std::map<std::string, void*, std::less<>> kernels_;
};

}  // namespace tern
