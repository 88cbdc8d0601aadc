#pragma once

#include <cstdint>

#include "backends/vulkan/api.h"

namespace tern {

/// Processors of a device that run groups side by side; 0 if its driver does not say.
std::int64_t vulkan_processors(const VulkanApi& api, VkPhysicalDevice device);

}  // namespace tern
