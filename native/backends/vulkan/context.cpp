#include "backends/vulkan/context.h"

#include "core/text.h"
#include "tern/error.h"

namespace tern {

VulkanContext::VulkanContext() : card_(choose_card(instance_)), api_(instance_.api()) {
  const float priority = 1.0f;
  VkDeviceQueueCreateInfo queue{};
  queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
  queue.queueFamilyIndex = card_.queue_family;
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;
  VulkanFeatures features(card_.has_full_subgroups);
  features.want(card_.has_full_subgroups);
  VkDeviceCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  info.pNext = &features.all;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue;
  check_vulkan(api_.CreateDevice(card_.handle, &info, nullptr, &device_), "vkCreateDevice");
  api_.load(device_);
  api_.GetDeviceQueue(device_, card_.queue_family, 0, &queue_);
}

VulkanContext::~VulkanContext() {
  api_.DeviceWaitIdle(device_);
  api_.DestroyDevice(device_, nullptr);
}

std::uint32_t VulkanContext::memory_type(std::uint32_t allowed, VkMemoryPropertyFlags flags) const {
  VkPhysicalDeviceMemoryProperties memory;
  api_.GetPhysicalDeviceMemoryProperties(card_.handle, &memory);
  for (std::uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
    const bool is_allowed = ((allowed >> i) & 1u) != 0;
    if (is_allowed && (memory.memoryTypes[i].propertyFlags & flags) == flags) return i;
  }
  throw RequestError(concat("[vulkan] memory: expected a type with the flags ", flags,
                            ", found none on ", card_.name));
}

}  // namespace tern
