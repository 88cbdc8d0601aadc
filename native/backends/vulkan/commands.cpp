#include "backends/vulkan/commands.h"

#include <cstdint>

namespace tern {

VulkanCommands::VulkanCommands(const VulkanContext& context) : context_(context) {
  const VulkanApi& api = context.api();
  VkCommandPoolCreateInfo pool{};
  pool.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
  pool.queueFamilyIndex = context.card().queue_family;
  VkFenceCreateInfo fence{};
  fence.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO;
  try {
    check_vulkan(api.CreateCommandPool(context.device(), &pool, nullptr, &pool_),
                 "vkCreateCommandPool");
    check_vulkan(api.CreateFence(context.device(), &fence, nullptr, &fence_), "vkCreateFence");
    VkCommandBufferAllocateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
    info.commandPool = pool_;
    info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    info.commandBufferCount = 1;
    check_vulkan(api.AllocateCommandBuffers(context.device(), &info, &buffer_),
                 "vkAllocateCommandBuffers");
  } catch (...) {
    destroy();
    throw;
  }
}

VulkanCommands::~VulkanCommands() { destroy(); }

void VulkanCommands::destroy() {
  context_.api().DestroyFence(context_.device(), fence_, nullptr);
  context_.api().DestroyCommandPool(context_.device(), pool_, nullptr);
}

VkCommandBuffer VulkanCommands::recorder() {
  if (recording_) return buffer_;
  VkCommandBufferBeginInfo info{};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  info.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
  check_vulkan(context_.api().ResetCommandPool(context_.device(), pool_, 0), "vkResetCommandPool");
  check_vulkan(context_.api().BeginCommandBuffer(buffer_, &info), "vkBeginCommandBuffer");
  recording_ = true;
  return buffer_;
}

void VulkanCommands::barrier() {
  if (!recording_) return;
  VkMemoryBarrier memory{};
  memory.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
  memory.srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT;
  memory.dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT |
                         VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT |
                         VK_ACCESS_HOST_READ_BIT;
  constexpr VkPipelineStageFlags work =
      VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT;
  context_.api().CmdPipelineBarrier(buffer_, work, work | VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &memory,
                                    0, nullptr, 0, nullptr);
}

void VulkanCommands::finish() {
  if (!recording_) return;
  barrier();
  recording_ = false;
  const VulkanApi& api = context_.api();
  check_vulkan(api.EndCommandBuffer(buffer_), "vkEndCommandBuffer");
  VkSubmitInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  info.commandBufferCount = 1;
  info.pCommandBuffers = &buffer_;
  check_vulkan(api.QueueSubmit(context_.queue(), 1, &info, fence_), "vkQueueSubmit");
  check_vulkan(api.WaitForFences(context_.device(), 1, &fence_, VK_TRUE, UINT64_MAX),
               "vkWaitForFences");
  check_vulkan(api.ResetFences(context_.device(), 1, &fence_), "vkResetFences");
}

}  // namespace tern
