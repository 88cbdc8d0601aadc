#pragma once

#include "backends/vulkan/context.h"

namespace tern {

/// Records commands and hands them over, one batch at a time.
class VulkanCommands {
 public:
  explicit VulkanCommands(const VulkanContext& context);
  ~VulkanCommands();
  VulkanCommands(const VulkanCommands&) = delete;
  VulkanCommands& operator=(const VulkanCommands&) = delete;

  /// Where to record; begins a batch if there is none.
  VkCommandBuffer recorder();
  /// What follows sees what was written before.
  void barrier();
  /// Hands over what was recorded and waits for it.
  void finish();

 private:
  void destroy();

  const VulkanContext& context_;
  VkCommandPool pool_ = VK_NULL_HANDLE;
  VkCommandBuffer buffer_ = nullptr;
  VkFence fence_ = VK_NULL_HANDLE;
  bool recording_ = false;
};

}  // namespace tern
