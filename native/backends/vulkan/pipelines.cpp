#include "backends/vulkan/pipelines.h"

namespace tern {
namespace vulkan_pipelines {

/// The constants of kernels/glsl/language.glsl: threads, and two that the kernel asks for.
using Constants = std::array<std::uint32_t, 3>;

constexpr std::array<VkSpecializationMapEntry, 3> entries{{{0, 0, 4}, {1, 4, 4}, {2, 8, 4}}};

}  // namespace vulkan_pipelines

VulkanPipelines::VulkanPipelines(const VulkanContext& context) : context_(context) {
  const VkPushConstantRange range{VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(VulkanPush)};
  VkPipelineLayoutCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
  info.pushConstantRangeCount = 1;
  info.pPushConstantRanges = &range;
  check_vulkan(context.api().CreatePipelineLayout(context.device(), &info, nullptr, &layout_),
               "vkCreatePipelineLayout");
}

VulkanPipelines::~VulkanPipelines() {
  const VulkanApi& api = context_.api();
  for (const auto& [key, pipeline] : pipelines_)
    api.DestroyPipeline(context_.device(), pipeline, nullptr);
  for (const auto& [words, module] : modules_)
    api.DestroyShaderModule(context_.device(), module, nullptr);
  api.DestroyPipelineLayout(context_.device(), layout_, nullptr);
}

VkShaderModule VulkanPipelines::module_of(const VulkanKernel& kernel) {
  const auto it = modules_.find(kernel.module.data());
  if (it != modules_.end()) return it->second;
  VkShaderModuleCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
  info.codeSize = kernel.module.size_bytes();
  info.pCode = kernel.module.data();
  VkShaderModule module = VK_NULL_HANDLE;
  check_vulkan(context_.api().CreateShaderModule(context_.device(), &info, nullptr, &module),
               "vkCreateShaderModule");
  return modules_[kernel.module.data()] = module;
}

VkPipeline VulkanPipelines::make(const VulkanKernel& kernel, std::uint32_t threads) {
  using namespace vulkan_pipelines;
  const Constants values{threads, kernel.constants[0], kernel.constants[1]};
  const VkSpecializationInfo constants{static_cast<std::uint32_t>(entries.size()), entries.data(),
                                       sizeof values, values.data()};
  VkPipelineShaderStageRequiredSubgroupSizeCreateInfo lanes{};
  lanes.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO;
  lanes.requiredSubgroupSize = context_.card().lanes;
  const VulkanCard& card = context_.card();
  VkComputePipelineCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
  info.flags = VK_PIPELINE_CREATE_DISPATCH_BASE_BIT;
  info.layout = layout_;
  info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage.pNext = card.has_full_subgroups && card.has_other_lanes ? &lanes : nullptr;
  if (card.has_full_subgroups)
    info.stage.flags = VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT;
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.module = module_of(kernel);
  info.stage.pName = "main";
  info.stage.pSpecializationInfo = &constants;
  VkPipeline pipeline = VK_NULL_HANDLE;
  check_vulkan(context_.api().CreateComputePipelines(context_.device(), VK_NULL_HANDLE, 1, &info,
                                                     nullptr, &pipeline),
               "vkCreateComputePipelines");
  return pipeline;
}

VkPipeline VulkanPipelines::find(const VulkanKernel& kernel, std::uint32_t threads) {
  const auto it = pipelines_.find({&kernel, threads});
  if (it != pipelines_.end()) return it->second;
  return pipelines_[{&kernel, threads}] = make(kernel, threads);
}

}  // namespace tern
