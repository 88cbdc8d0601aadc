#pragma once

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan_core.h>

#include <string_view>

namespace tern {

// clang-format off
#define TERN_VULKAN_INSTANCE_FUNCTIONS(X) \
  X(DestroyInstance) X(EnumeratePhysicalDevices) X(GetPhysicalDeviceProperties2) \
  X(GetPhysicalDeviceFeatures2) X(GetPhysicalDeviceMemoryProperties) \
  X(GetPhysicalDeviceQueueFamilyProperties) X(EnumerateDeviceExtensionProperties) \
  X(CreateDevice) X(GetDeviceProcAddr) \
  X(CreateDebugUtilsMessengerEXT) X(DestroyDebugUtilsMessengerEXT)

#define TERN_VULKAN_DEVICE_FUNCTIONS(X) \
  X(DestroyDevice) X(GetDeviceQueue) X(DeviceWaitIdle) X(QueueSubmit) \
  X(CreateFence) X(DestroyFence) X(WaitForFences) X(ResetFences) \
  X(CreateCommandPool) X(DestroyCommandPool) X(AllocateCommandBuffers) X(ResetCommandPool) \
  X(BeginCommandBuffer) X(EndCommandBuffer) X(CmdPipelineBarrier) X(CmdFillBuffer) \
  X(CmdCopyBuffer) X(CmdBindPipeline) X(CmdPushConstants) X(CmdDispatchBase) \
  X(CreateBuffer) X(DestroyBuffer) X(GetBufferMemoryRequirements) X(GetBufferDeviceAddress) \
  X(AllocateMemory) X(FreeMemory) X(BindBufferMemory) X(MapMemory) \
  X(CreateShaderModule) X(DestroyShaderModule) X(CreatePipelineLayout) X(DestroyPipelineLayout) \
  X(CreateComputePipelines) X(DestroyPipeline)
// clang-format on

/// Functions of Vulkan without their prefix. Those of a device skip the loader's dispatch.
struct VulkanApi {
#define TERN_VULKAN_MEMBER(name) PFN_vk##name name = nullptr;
  TERN_VULKAN_INSTANCE_FUNCTIONS(TERN_VULKAN_MEMBER)
  TERN_VULKAN_DEVICE_FUNCTIONS(TERN_VULKAN_MEMBER)
#undef TERN_VULKAN_MEMBER

  void load(VkInstance instance);
  void load(VkDevice device);
};

/// How the loader of the system is entered; opened once, null if it is not installed.
PFN_vkGetInstanceProcAddr vulkan_loader();

/// Throws RequestError with the name of the function unless it succeeded.
void check_vulkan(VkResult result, std::string_view function);

}  // namespace tern
