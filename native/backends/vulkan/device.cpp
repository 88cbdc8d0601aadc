#include "backends/vulkan/device.h"

#include <algorithm>
#include <cstring>

#include "core/text.h"
#include "tern/error.h"

namespace tern {
namespace vulkan_device {

constexpr std::size_t staging_bytes = std::size_t{8} << 20;
constexpr std::size_t constants_bytes = std::size_t{1} << 20;
constexpr std::size_t constants_unit = 16;

VulkanKernelTable kernels() {
  VulkanKernelTable table;
  register_vulkan_kernels(table);
  return table;
}

const VulkanMemory& memory_of(GpuMemory memory) {
  return *reinterpret_cast<const VulkanMemory*>(memory);
}

std::uint64_t address_of(GpuPlace place) {
  return memory_of(place.memory).address() + place.offset;
}

VulkanPush push_of(const GpuLaunch& launch, VkDeviceAddress constants) {
  VulkanPush push;
  push.constants = constants;
  const auto outputs = launch.buffers.subspan(launch.inputs);
  for (std::size_t i = 0; i < outputs.size(); ++i) push.outputs[i] = address_of(outputs[i]);
  const auto inputs = launch.buffers.first(launch.inputs);
  if (inputs.size() > push.inputs.size())
    throw RequestError(concat("[vulkan] inputs of a kernel: expected at most ", push.inputs.size(),
                              ", got ", inputs.size()));
  std::transform(inputs.begin(), inputs.end(), push.inputs.begin(), address_of);
  return push;
}

}  // namespace vulkan_device

VulkanDevice::VulkanDevice()
    : info_{.name = "vulkan",
            .lanes = context_.card().lanes,
            .processors = context_.card().processors},
      kernels_(vulkan_device::kernels()),
      pipelines_(context_),
      staging_(context_, vulkan_device::staging_bytes, VulkanMemory::Place::host),
      constants_(context_, vulkan_device::constants_bytes, VulkanMemory::Place::host),
      commands_(context_) {}

GpuMemory VulkanDevice::allocate(std::size_t bytes) {
  auto memory = std::make_unique<VulkanMemory>(context_, bytes, VulkanMemory::Place::device);
  context_.api().CmdFillBuffer(commands_.recorder(), memory->buffer(), 0, VK_WHOLE_SIZE, 0);
  commands_.finish();
  const auto number = reinterpret_cast<GpuMemory>(memory.get());
  memory_[number] = std::move(memory);
  return number;
}

void VulkanDevice::release(GpuMemory memory) {
  commands_.finish();
  memory_.erase(memory);
}

void VulkanDevice::upload(GpuPlace to, std::span<const std::byte> bytes) {
  commands_.finish();
  for (std::size_t at = 0; at < bytes.size(); at += staging_.size()) {
    const auto part = bytes.subspan(at, std::min(staging_.size(), bytes.size() - at));
    std::memcpy(staging_.host(), part.data(), part.size());
    const VkBufferCopy copy{0, to.offset + at, part.size()};
    context_.api().CmdCopyBuffer(commands_.recorder(), staging_.buffer(),
                                 vulkan_device::memory_of(to.memory).buffer(), 1, &copy);
    commands_.finish();
  }
}

void VulkanDevice::download(GpuPlace from, std::span<std::byte> bytes) {
  commands_.finish();
  for (std::size_t at = 0; at < bytes.size(); at += staging_.size()) {
    const auto part = bytes.subspan(at, std::min(staging_.size(), bytes.size() - at));
    const VkBufferCopy copy{from.offset + at, 0, part.size()};
    context_.api().CmdCopyBuffer(commands_.recorder(),
                                 vulkan_device::memory_of(from.memory).buffer(), staging_.buffer(),
                                 1, &copy);
    commands_.finish();
    std::memcpy(part.data(), staging_.host(), part.size());
  }
}

GpuKernel VulkanDevice::kernel(std::string_view name) {
  return reinterpret_cast<GpuKernel>(kernels_.find(name));
}

bool VulkanDevice::uses_subgroups(GpuKernel kernel) const {
  return reinterpret_cast<const VulkanKernel*>(kernel)->uses_subgroups;
}

/// Until the next finish.
VkDeviceAddress VulkanDevice::store(std::span<const std::byte> constants) {
  using namespace vulkan_device;
  if (constants_used_ + constants.size() > constants_.size()) finish();
  const std::size_t at = constants_used_;
  std::memcpy(constants_.host() + at, constants.data(), constants.size());
  constants_used_ += (constants.size() + constants_unit - 1) / constants_unit * constants_unit;
  return constants_.address() + at;
}

void VulkanDevice::launch(const GpuLaunch& launch) {
  const auto* kernel = reinterpret_cast<const VulkanKernel*>(launch.kernel);
  if (kernel == nullptr) throw RequestError("[vulkan] expected a kernel, got none");
  const VulkanPush push = vulkan_device::push_of(launch, store(launch.constants));
  const VulkanApi& api = context_.api();
  const VkCommandBuffer recorder = commands_.recorder();
  api.CmdBindPipeline(recorder, VK_PIPELINE_BIND_POINT_COMPUTE,
                      pipelines_.find(*kernel, launch.threads));
  api.CmdPushConstants(recorder, pipelines_.layout(), VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof push,
                       &push);
  dispatch(launch.groups);
}

/// In parts that the device takes.
void VulkanDevice::dispatch(std::array<std::uint32_t, 3> groups) {
  const auto& most = context_.card().most_groups;
  std::array<std::uint32_t, 3> at{};
  for (at[2] = 0; at[2] < groups[2]; at[2] += most[2]) {
    for (at[1] = 0; at[1] < groups[1]; at[1] += most[1]) {
      for (at[0] = 0; at[0] < groups[0]; at[0] += most[0]) {
        context_.api().CmdDispatchBase(
            commands_.recorder(), at[0], at[1], at[2], std::min(most[0], groups[0] - at[0]),
            std::min(most[1], groups[1] - at[1]), std::min(most[2], groups[2] - at[2]));
      }
    }
  }
}

void VulkanDevice::finish() {
  commands_.finish();
  constants_used_ = 0;
  if (context_.complaints() == 0) return;
  throw RequestError(
      concat("[vulkan] expected no message of the validation layer, got ", context_.complaints()));
}

}  // namespace tern
