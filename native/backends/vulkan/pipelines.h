#pragma once

#include <map>
#include <utility>

#include "backends/vulkan/context.h"
#include "backends/vulkan/kernel.h"

namespace tern {

/// Kernels as the device wants them, made when they are first used.
class VulkanPipelines {
 public:
  explicit VulkanPipelines(const VulkanContext& context);
  ~VulkanPipelines();
  VulkanPipelines(const VulkanPipelines&) = delete;
  VulkanPipelines& operator=(const VulkanPipelines&) = delete;

  VkPipelineLayout layout() const { return layout_; }
  /// For groups of so many threads.
  VkPipeline find(const VulkanKernel& kernel, std::uint32_t threads);

 private:
  VkShaderModule module_of(const VulkanKernel& kernel);
  VkPipeline make(const VulkanKernel& kernel, std::uint32_t threads);

  const VulkanContext& context_;
  VkPipelineLayout layout_ = VK_NULL_HANDLE;
  std::map<const std::uint32_t*, VkShaderModule> modules_;
  std::map<std::pair<const VulkanKernel*, std::uint32_t>, VkPipeline> pipelines_;
};

}  // namespace tern
