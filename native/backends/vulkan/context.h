#pragma once

#include "backends/vulkan/card.h"

namespace tern {

/// A device that is open, with its queue.
class VulkanContext {
 public:
  /// Throws RequestError if there is no device.
  VulkanContext();
  ~VulkanContext();
  VulkanContext(const VulkanContext&) = delete;
  VulkanContext& operator=(const VulkanContext&) = delete;

  const VulkanApi& api() const { return api_; }
  const VulkanCard& card() const { return card_; }
  VkDevice device() const { return device_; }
  VkQueue queue() const { return queue_; }
  int complaints() const { return instance_.complaints(); }

  /// A type of memory out of `allowed` (a bit each) that has all of `flags`.
  std::uint32_t memory_type(std::uint32_t allowed, VkMemoryPropertyFlags flags) const;

 private:
  VulkanInstance instance_;
  VulkanCard card_;
  VulkanApi api_;
  VkDevice device_ = nullptr;
  VkQueue queue_ = nullptr;
};

}  // namespace tern
