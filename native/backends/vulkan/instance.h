#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "backends/vulkan/api.h"

namespace tern {

/// The connection to the drivers. With TERN_VULKAN_VALIDATION=1 the validation layer checks all
/// calls; its messages go to the log and are counted.
class VulkanInstance {
 public:
  /// Throws RequestError if there is no loader or it refuses.
  VulkanInstance();
  ~VulkanInstance();
  VulkanInstance(const VulkanInstance&) = delete;
  VulkanInstance& operator=(const VulkanInstance&) = delete;

  const VulkanApi& api() const { return api_; }
  std::vector<VkPhysicalDevice> devices() const;
  /// How many messages the validation layer has sent.
  int complaints() const { return complaints_; }

 private:
  void create(bool validate);
  void listen();

  VulkanApi api_;
  VkInstance instance_ = nullptr;
  VkDebugUtilsMessengerEXT messenger_ = VK_NULL_HANDLE;
  std::atomic<int> complaints_ = 0;
};

}  // namespace tern
