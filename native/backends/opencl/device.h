#pragma once

#include <map>
#include <set>

#include "backends/gpu/device.h"
#include "backends/opencl/card.h"
#include "backends/opencl/handle.h"
#include "backends/opencl/images.h"
#include "backends/opencl/kernels.h"

namespace tern {

/// Everything runs in one queue, in order, so barriers have nothing to do.
class OpenClDevice : public GpuDevice {
 public:
  explicit OpenClDevice(const OpenClCard& card);

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
  void start(const GpuLaunch& launch);

  OpenClCard card_;
  GpuInfo info_;
  cl_context context_;
  OpenClQueue queue_;
  OpenClKernels kernels_;
  OpenClImages images_;
  std::set<GpuKernel> for_images_;  // products that images may take over
  std::map<GpuMemory, OpenClMemory> memory_;
};

}  // namespace tern
