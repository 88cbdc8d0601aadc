#include "backends/vulkan/card.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <vector>

#include "backends/vulkan/processors.h"
#include "core/text.h"
#include "tern/error.h"

namespace tern {
namespace vulkan_card {

std::optional<std::uint32_t> compute_family(const VulkanApi& api, VkPhysicalDevice device) {
  std::uint32_t count = 0;
  api.GetPhysicalDeviceQueueFamilyProperties(device, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  api.GetPhysicalDeviceQueueFamilyProperties(device, &count, families.data());
  for (std::uint32_t i = 0; i < count; ++i) {
    if ((families[i].queueFlags & VK_QUEUE_COMPUTE_BIT) != 0) return i;
  }
  return std::nullopt;
}

/// Cards rather than processors: a smaller number is better.
int rank(VkPhysicalDeviceType type) {
  switch (type) {
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU: return 0;
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU: return 1;
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU: return 2;
    default: return 3;
  }
}

std::uint32_t version(const VulkanApi& api, VkPhysicalDevice device) {
  VkPhysicalDeviceProperties2 all{};
  all.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  api.GetPhysicalDeviceProperties2(device, &all);
  return all.properties.apiVersion;
}

void read_properties(const VulkanApi& api, VulkanCard& card) {
  card.has_full_subgroups = version(api, card.handle) >= VK_API_VERSION_1_3;
  VkPhysicalDeviceSubgroupSizeControlProperties sizes{};
  sizes.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES;
  VkPhysicalDeviceSubgroupProperties subgroup{};
  subgroup.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES;
  if (card.has_full_subgroups) subgroup.pNext = &sizes;
  VkPhysicalDeviceMaintenance3Properties memory{};
  memory.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES;
  memory.pNext = &subgroup;
  VkPhysicalDeviceProperties2 all{};
  all.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  all.pNext = &memory;
  api.GetPhysicalDeviceProperties2(card.handle, &all);
  card.name = all.properties.deviceName;
  card.type = all.properties.deviceType;
  card.lanes = subgroup.subgroupSize;
  card.processors = vulkan_processors(api, card.handle);
  card.largest_memory = memory.maxMemoryAllocationSize;
  std::copy_n(all.properties.limits.maxComputeWorkGroupCount, 3, card.most_groups.begin());
  card.has_other_lanes = sizes.minSubgroupSize != sizes.maxSubgroupSize;
}

/// Empty if the device lacks something.
std::optional<VulkanCard> usable(const VulkanApi& api, VkPhysicalDevice device) {
  const auto family = compute_family(api, device);
  if (!family || version(api, device) < VK_API_VERSION_1_2) return std::nullopt;
  VulkanCard card;
  card.handle = device;
  card.queue_family = *family;
  read_properties(api, card);
  VulkanFeatures features(card.has_full_subgroups);
  api.GetPhysicalDeviceFeatures2(device, &features.all);
  if (!features.has_what_kernels_need()) return std::nullopt;
  card.has_full_subgroups = features.v13.subgroupSizeControl && features.v13.computeFullSubgroups;
  return card;
}

std::vector<VulkanCard> usable_cards(const VulkanInstance& instance) {
  std::vector<VulkanCard> cards;
  for (VkPhysicalDevice device : instance.devices()) {
    if (auto card = usable(instance.api(), device)) cards.push_back(std::move(*card));
  }
  return cards;
}

bool is_better(const VulkanCard& a, const VulkanCard& b) { return rank(a.type) < rank(b.type); }

std::string names(const std::vector<VulkanCard>& cards) {
  std::string text;
  for (std::size_t i = 0; i < cards.size(); ++i)
    text += concat(i == 0 ? "" : ", ", i, ": ", cards[i].name);
  return text;
}

const VulkanCard& named(const std::vector<VulkanCard>& cards, const std::string& wish) {
  for (std::size_t i = 0; i < cards.size(); ++i) {
    if (wish == std::to_string(i) || cards[i].name.find(wish) != std::string::npos) return cards[i];
  }
  throw RequestError(concat("[vulkan] no device: expected TERN_VULKAN_DEVICE to be one of ",
                            names(cards), "; got '", wish, "'"));
}

}  // namespace vulkan_card

VulkanFeatures::VulkanFeatures(bool with_13) {
  v13.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES;
  v12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
  v11.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES;
  all.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  if (with_13) v12.pNext = &v13;
  v11.pNext = &v12;
  all.pNext = &v11;
}

void VulkanFeatures::want(bool full_subgroups) {
  v13.subgroupSizeControl = v13.computeFullSubgroups = full_subgroups ? VK_TRUE : VK_FALSE;
  v12.bufferDeviceAddress = v12.shaderInt8 = v12.storageBuffer8BitAccess = VK_TRUE;
  v11.storageBuffer16BitAccess = VK_TRUE;
  all.features.shaderInt64 = all.features.shaderInt16 = VK_TRUE;
}

bool VulkanFeatures::has_what_kernels_need() const {
  return v12.bufferDeviceAddress && v12.shaderInt8 && v12.storageBuffer8BitAccess &&
         v11.storageBuffer16BitAccess && all.features.shaderInt64 && all.features.shaderInt16;
}

VulkanCard choose_card(const VulkanInstance& instance) {
  using namespace vulkan_card;
  const auto cards = usable_cards(instance);
  if (cards.empty()) throw RequestError("[vulkan] no device");
  const char* wish = std::getenv("TERN_VULKAN_DEVICE");
  return wish == nullptr ? *std::min_element(cards.begin(), cards.end(), is_better)
                         : named(cards, wish);
}

}  // namespace tern
