#include "backends/vulkan/api.h"

#include <dlfcn.h>

#include "core/text.h"
#include "tern/error.h"

namespace tern {
namespace vulkan_api {

PFN_vkGetInstanceProcAddr open_loader() {
  void* library = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return nullptr;
  return reinterpret_cast<PFN_vkGetInstanceProcAddr>(dlsym(library, "vkGetInstanceProcAddr"));
}

}  // namespace vulkan_api

PFN_vkGetInstanceProcAddr vulkan_loader() {
  static const PFN_vkGetInstanceProcAddr loader = vulkan_api::open_loader();
  return loader;
}

void VulkanApi::load(VkInstance instance) {
#define TERN_VULKAN_LOAD(name) \
  name = reinterpret_cast<PFN_vk##name>(vulkan_loader()(instance, "vk" #name));
  TERN_VULKAN_INSTANCE_FUNCTIONS(TERN_VULKAN_LOAD)
#undef TERN_VULKAN_LOAD
}

void VulkanApi::load(VkDevice device) {
#define TERN_VULKAN_LOAD(name) \
  name = reinterpret_cast<PFN_vk##name>(GetDeviceProcAddr(device, "vk" #name));
  TERN_VULKAN_DEVICE_FUNCTIONS(TERN_VULKAN_LOAD)
#undef TERN_VULKAN_LOAD
}

void check_vulkan(VkResult result, std::string_view function) {
  if (result == VK_SUCCESS) return;
  throw RequestError(
      concat("[vulkan] ", function, ": expected success, got error ", static_cast<int>(result)));
}

}  // namespace tern
