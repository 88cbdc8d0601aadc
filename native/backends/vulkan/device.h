#pragma once

#include <map>
#include <memory>

#include "backends/gpu/device.h"
#include "backends/vulkan/commands.h"
#include "backends/vulkan/context.h"
#include "backends/vulkan/memory.h"
#include "backends/vulkan/pipelines.h"

namespace tern {

/// Kernels get addresses of memory, no bindings: places may be of any size and anywhere.
class VulkanDevice : public GpuDevice {
 public:
  /// Throws RequestError if there is no device.
  VulkanDevice();

  const GpuInfo& info() const override { return info_; }
  GpuMemory allocate(std::size_t bytes) override;
  void release(GpuMemory memory) override;
  void upload(GpuPlace to, std::span<const std::byte> bytes) override;
  void download(GpuPlace from, std::span<std::byte> bytes) override;
  GpuKernel kernel(std::string_view name) override;
  bool uses_subgroups(GpuKernel kernel) const override;
  void launch(const GpuLaunch& launch) override;
  void barrier() override { commands_.barrier(); }
  void finish() override;

 private:
  VkDeviceAddress store(std::span<const std::byte> constants);
  void dispatch(std::array<std::uint32_t, 3> groups);

  VulkanContext context_;
  GpuInfo info_;
  VulkanKernelTable kernels_;
  VulkanPipelines pipelines_;
  std::map<GpuMemory, std::unique_ptr<VulkanMemory>> memory_;
  VulkanMemory staging_;    // between host and device
  VulkanMemory constants_;  // of the launches since the last finish
  std::size_t constants_used_ = 0;
  VulkanCommands commands_;  // destroyed first
};

}  // namespace tern
