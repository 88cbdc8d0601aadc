#include "backends/vulkan/memory.h"

#include <algorithm>

#include "core/text.h"
#include "tern/error.h"

namespace tern {
namespace vulkan_memory {

constexpr std::size_t unit = 16;  // sizes are filled in whole words

std::size_t rounded(std::size_t bytes) { return (std::max(bytes, unit) + unit - 1) / unit * unit; }

}  // namespace vulkan_memory

VulkanMemory::VulkanMemory(const VulkanContext& context, std::size_t bytes, Place place)
    : context_(context), size_(vulkan_memory::rounded(bytes)) {
  const std::size_t most = context.card().largest_memory;
  if (bytes > most) {
    throw RequestError(concat("[", context.card().name, "] memory: expected at most ", most,
                              " bytes at once, got ", bytes));
  }
  try {
    create_buffer();
    allocate(place);
  } catch (...) {
    destroy();
    throw;
  }
}

VulkanMemory::~VulkanMemory() { destroy(); }

void VulkanMemory::destroy() {
  context_.api().DestroyBuffer(context_.device(), buffer_, nullptr);
  context_.api().FreeMemory(context_.device(), memory_, nullptr);
}

void VulkanMemory::create_buffer() {
  VkBufferCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  info.size = size_;
  info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT |
               VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  check_vulkan(context_.api().CreateBuffer(context_.device(), &info, nullptr, &buffer_),
               "vkCreateBuffer");
}

void VulkanMemory::allocate(Place place) {
  const VulkanApi& api = context_.api();
  VkMemoryRequirements needs;
  api.GetBufferMemoryRequirements(context_.device(), buffer_, &needs);
  VkMemoryAllocateFlagsInfo flags{};
  flags.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO;
  flags.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT;
  VkMemoryAllocateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  info.pNext = &flags;
  info.allocationSize = needs.size;
  info.memoryTypeIndex = context_.memory_type(
      needs.memoryTypeBits, place == Place::device ? VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT
                                                   : VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                                                         VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
  check_vulkan(api.AllocateMemory(context_.device(), &info, nullptr, &memory_), "vkAllocateMemory");
  check_vulkan(api.BindBufferMemory(context_.device(), buffer_, memory_, 0), "vkBindBufferMemory");
  VkBufferDeviceAddressInfo which{};
  which.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO;
  which.buffer = buffer_;
  address_ = api.GetBufferDeviceAddress(context_.device(), &which);
  if (place == Place::device) return;
  void* mapped = nullptr;
  check_vulkan(api.MapMemory(context_.device(), memory_, 0, VK_WHOLE_SIZE, 0, &mapped),
               "vkMapMemory");
  host_ = static_cast<std::byte*>(mapped);
}

}  // namespace tern
