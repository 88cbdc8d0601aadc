#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "backends/vulkan/instance.h"

namespace tern {

/// What a driver says of a device.
struct VulkanCard {
  VkPhysicalDevice handle = nullptr;
  std::string name;
  VkPhysicalDeviceType type{};
  std::uint32_t lanes = 0;          ///< threads of a subgroup
  std::int64_t processors = 0;      ///< that run groups side by side; 0: not known
  bool has_full_subgroups = false;  ///< kernels may ask that all subgroups are full
  bool has_other_lanes = false;     ///< kernels must ask for the number of lanes
  std::size_t largest_memory = 0;   ///< bytes of one allocation
  std::array<std::uint32_t, 3> most_groups{};
  std::uint32_t queue_family = 0;
};

/// Features that kernels need, as a chain for the creation of a device. Not to be moved.
struct VulkanFeatures {
  VkPhysicalDeviceVulkan13Features v13{};
  VkPhysicalDeviceVulkan12Features v12{};
  VkPhysicalDeviceVulkan11Features v11{};
  VkPhysicalDeviceFeatures2 all{};

  explicit VulkanFeatures(bool with_13);
  VulkanFeatures(const VulkanFeatures&) = delete;
  VulkanFeatures& operator=(const VulkanFeatures&) = delete;

  /// Sets those that kernels need.
  void want(bool full_subgroups);
  bool has_what_kernels_need() const;
};

/// The device that TERN_VULKAN_DEVICE names by its number or a part of its name; without it a
/// card rather than a processor. Throws RequestError with all names if there is none.
VulkanCard choose_card(const VulkanInstance& instance);

}  // namespace tern
