#include "backends/vulkan/processors.h"

#include <algorithm>
#include <string_view>
#include <thread>
#include <vector>

namespace tern {
namespace vulkan_processors_of {

bool has(const VulkanApi& api, VkPhysicalDevice device, std::string_view extension) {
  std::uint32_t count = 0;
  api.EnumerateDeviceExtensionProperties(device, nullptr, &count, nullptr);
  std::vector<VkExtensionProperties> all(count);
  api.EnumerateDeviceExtensionProperties(device, nullptr, &count, all.data());
  return std::any_of(all.begin(), all.end(),
                     [&](const VkExtensionProperties& e) { return e.extensionName == extension; });
}

/// Fills what an extension says; gives what every driver says.
VkPhysicalDeviceProperties ask(const VulkanApi& api, VkPhysicalDevice device, void* more) {
  VkPhysicalDeviceProperties2 all{};
  all.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  all.pNext = more;
  api.GetPhysicalDeviceProperties2(device, &all);
  return all.properties;
}

std::int64_t of_nvidia(const VulkanApi& api, VkPhysicalDevice device) {
  VkPhysicalDeviceShaderSMBuiltinsPropertiesNV own{};
  own.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SM_BUILTINS_PROPERTIES_NV;
  ask(api, device, &own);
  return own.shaderSMCount;
}

std::int64_t of_amd(const VulkanApi& api, VkPhysicalDevice device) {
  VkPhysicalDeviceShaderCorePropertiesAMD own{};
  own.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CORE_PROPERTIES_AMD;
  ask(api, device, &own);
  return std::int64_t{own.shaderEngineCount} * own.shaderArraysPerEngineCount *
         own.computeUnitsPerShaderArray;
}

}  // namespace vulkan_processors_of

std::int64_t vulkan_processors(const VulkanApi& api, VkPhysicalDevice device) {
  using namespace vulkan_processors_of;
  if (has(api, device, VK_NV_SHADER_SM_BUILTINS_EXTENSION_NAME)) return of_nvidia(api, device);
  if (has(api, device, VK_AMD_SHADER_CORE_PROPERTIES_EXTENSION_NAME)) return of_amd(api, device);
  const bool is_cpu = ask(api, device, nullptr).deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
  return is_cpu ? std::int64_t{std::thread::hardware_concurrency()} : 0;
}

}  // namespace tern
