#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/kernel_table.h"

namespace tern {

/// A kernel: a module of SPIR-V and the constants that make this kernel out of it.
struct VulkanKernel {
  std::span<const std::uint32_t> module;
  std::array<std::uint32_t, 2> constants{};
  bool uses_subgroups = true;
};
using VulkanKernelTable = KernelTable<VulkanKernel>;

/// What a kernel is pushed: addresses.
struct VulkanPush {
  static constexpr std::size_t most_inputs = 12;

  std::uint64_t constants = 0;
  std::array<std::uint64_t, 2> outputs{};
  std::array<std::uint64_t, most_inputs> inputs{};
};
static_assert(sizeof(VulkanPush) <= 128, "each device takes 128 bytes");

/// Generated from the files in kernels/glsl/.
void register_vulkan_kernels(VulkanKernelTable& table);

}  // namespace tern
