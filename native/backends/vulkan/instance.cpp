#include "backends/vulkan/instance.h"

#include <cstdlib>
#include <string_view>

#include "core/text.h"
#include "tern/error.h"
#include "tern/log.h"

namespace tern {
namespace vulkan_instance {

constexpr const char* layer = "VK_LAYER_KHRONOS_validation";
constexpr const char* messages = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;

bool validation_wanted() {
  const char* text = std::getenv("TERN_VULKAN_VALIDATION");
  return text != nullptr && std::string_view(text) != "0";
}

VkBool32 VKAPI_CALL hear(VkDebugUtilsMessageSeverityFlagBitsEXT, VkDebugUtilsMessageTypeFlagsEXT,
                         const VkDebugUtilsMessengerCallbackDataEXT* data, void* complaints) {
  ++*static_cast<std::atomic<int>*>(complaints);
  log(LogLevel::error, concat("[vulkan] validation: ", data->pMessage));
  return VK_FALSE;
}

}  // namespace vulkan_instance

VulkanInstance::VulkanInstance() {
  if (vulkan_loader() == nullptr)
    throw RequestError("[vulkan] no device: expected libvulkan.so.1, found none");
  const bool validate = vulkan_instance::validation_wanted();
  create(validate);
  api_.load(instance_);
  if (validate) listen();
}

void VulkanInstance::create(bool validate) {
  const auto create_instance =
      reinterpret_cast<PFN_vkCreateInstance>(vulkan_loader()(nullptr, "vkCreateInstance"));
  VkApplicationInfo application{};
  application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
  application.pApplicationName = "tern";
  application.apiVersion = VK_API_VERSION_1_3;
  VkInstanceCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  info.pApplicationInfo = &application;
  info.enabledLayerCount = info.enabledExtensionCount = validate ? 1 : 0;
  info.ppEnabledLayerNames = &vulkan_instance::layer;
  info.ppEnabledExtensionNames = &vulkan_instance::messages;
  check_vulkan(create_instance(&info, nullptr, &instance_), "vkCreateInstance");
}

void VulkanInstance::listen() {
  VkDebugUtilsMessengerCreateInfoEXT info{};
  info.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
  info.messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                         VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  info.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT |
                     VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT;
  info.pfnUserCallback = vulkan_instance::hear;
  info.pUserData = &complaints_;
  check_vulkan(api_.CreateDebugUtilsMessengerEXT(instance_, &info, nullptr, &messenger_),
               "vkCreateDebugUtilsMessengerEXT");
}

VulkanInstance::~VulkanInstance() {
  if (messenger_ != VK_NULL_HANDLE)
    api_.DestroyDebugUtilsMessengerEXT(instance_, messenger_, nullptr);
  if (instance_ != nullptr) api_.DestroyInstance(instance_, nullptr);
}

std::vector<VkPhysicalDevice> VulkanInstance::devices() const {
  std::uint32_t count = 0;
  check_vulkan(api_.EnumeratePhysicalDevices(instance_, &count, nullptr),
               "vkEnumeratePhysicalDevices");
  std::vector<VkPhysicalDevice> devices(count);
  if (count != 0) api_.EnumeratePhysicalDevices(instance_, &count, devices.data());
  devices.resize(count);
  return devices;
}

}  // namespace tern
