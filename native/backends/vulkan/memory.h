#pragma once

#include <cstddef>

#include "backends/vulkan/context.h"

namespace tern {

/// Memory of a device, or of the host where a device reaches it.
class VulkanMemory {
 public:
  enum class Place { device, host };

  /// Throws RequestError if there is not enough.
  VulkanMemory(const VulkanContext& context, std::size_t bytes, Place place);
  ~VulkanMemory();
  VulkanMemory(const VulkanMemory&) = delete;
  VulkanMemory& operator=(const VulkanMemory&) = delete;

  VkBuffer buffer() const { return buffer_; }
  std::size_t size() const { return size_; }
  VkDeviceAddress address() const { return address_; }  ///< as kernels see it
  std::byte* host() const { return host_; }             ///< null if the host cannot reach it

 private:
  void create_buffer();
  void allocate(Place place);
  void destroy();

  const VulkanContext& context_;
  std::size_t size_;
  VkBuffer buffer_ = VK_NULL_HANDLE;
  VkDeviceMemory memory_ = VK_NULL_HANDLE;
  VkDeviceAddress address_ = 0;
  std::byte* host_ = nullptr;
};

}  // namespace tern
