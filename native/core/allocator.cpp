#include "core/allocator.h"

#include <algorithm>

#include "core/free_list.h"
#include "core/fusion.h"

namespace tern {
namespace core_allocator {

constexpr std::size_t forever = std::numeric_limits<std::size_t>::max();

std::size_t padded_size(const Tensor& tensor) {
  return (byte_span(tensor) + memory_alignment - 1) / memory_alignment * memory_alignment;
}

/// The tensor that holds the memory, or null if that lies outside the graph.
const Tensor* owner(const Tensor* tensor) {
  const Tensor* root = tensor->base != nullptr ? tensor->base : tensor;
  return root->index >= 0 ? root : nullptr;
}

/// For each tensor with memory: the last node that needs it.
std::vector<std::size_t> last_uses(const Graph& graph) {
  std::vector<std::size_t> last(graph.tensors().size(), 0);
  const auto use = [&](const Tensor* tensor, std::size_t step) {
    if (tensor == nullptr) return;
    if (const Tensor* root = owner(tensor)) last[static_cast<std::size_t>(root->index)] = step;
  };
  std::size_t step = 0;
  for (const FusedStep& fused : fuse(graph, all_fusions(), FusionCheck::structural)) {
    // A backend may compute all of these at once, at the end.
    step += fused.nodes.size();
    for (const Tensor* node : fused.nodes) {
      use(node, step - 1);
      for (const Tensor* source : node->source) use(source, step - 1);
    }
  }
  for (const Tensor& tensor : graph.tensors()) {
    if (tensor.is_output && tensor.base == nullptr)
      last[static_cast<std::size_t>(tensor.index)] = forever;
  }
  return last;
}

/// The owners that die with each step.
std::vector<std::vector<const Tensor*>> deaths(const Graph& graph,
                                               const std::vector<std::size_t>& last) {
  std::vector<std::vector<const Tensor*>> dying(graph.nodes().size());
  for (const Tensor& tensor : graph.tensors()) {
    const std::size_t step = last[static_cast<std::size_t>(tensor.index)];
    if (tensor.base == nullptr && step < dying.size()) dying[step].push_back(&tensor);
  }
  return dying;
}

}  // namespace core_allocator

MemoryPlan plan_memory(const Graph& graph) {
  using namespace core_allocator;
  MemoryPlan plan;
  plan.offset.assign(graph.tensors().size(), no_memory);
  FreeList free_list;
  const auto place = [&](const Tensor& tensor) {
    const std::size_t size = padded_size(tensor);
    plan.offset[static_cast<std::size_t>(tensor.index)] = size == 0 ? 0 : free_list.take(size);
  };

  for (const Tensor& tensor : graph.tensors()) {
    if (tensor.op == nullptr) place(tensor);
  }
  const auto dying = deaths(graph, last_uses(graph));
  for (std::size_t step = 0; step < graph.nodes().size(); ++step) {
    const Tensor* node = graph.nodes()[step];
    if (node->base == nullptr) place(*node);
    for (const Tensor* dead : dying[step]) {
      const std::size_t size = padded_size(*dead);
      if (size != 0) free_list.give_back(plan.offset[static_cast<std::size_t>(dead->index)], size);
    }
  }
  plan.peak = free_list.peak();
  return plan;
}

void bind_memory(Graph& graph, const MemoryPlan& plan, std::byte* memory) {
  for (Tensor& tensor : graph.tensors()) {
    const std::size_t offset = plan.offset[static_cast<std::size_t>(tensor.index)];
    if (offset != no_memory) tensor.data = memory + offset;
  }
  for (Tensor& tensor : graph.tensors()) {
    if (tensor.base != nullptr) tensor.data = tensor.base->data + tensor.offset;
  }
}

}  // namespace tern
