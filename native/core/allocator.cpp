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

/// For each tensor with memory: the last of the nodes that needs it.
std::vector<std::size_t> last_uses(const Graph& graph, const GraphShare& share) {
  std::vector<std::size_t> last(graph.tensors().size(), 0);
  const auto use = [&](const Tensor* tensor, std::size_t step) {
    if (tensor == nullptr) return;
    if (const Tensor* root = owner(tensor)) last[static_cast<std::size_t>(root->index)] = step;
  };
  std::size_t step = 0;
  for (const FusedStep& fused :
       fuse(graph, share.nodes, all_fusions(), FusionCheck::structural)) {
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

/// Places the tensors of one device, as its nodes come.
class Planner {
 public:
  Planner(const Graph& graph, const GraphShare& share)
      : graph_(graph), share_(share), dying_(share.nodes.size()) {
    plan_.offset.assign(graph.tensors().size(), no_memory);
    const auto last = last_uses(graph, share);
    for (const Tensor& tensor : graph.tensors()) {
      const std::size_t step = last[static_cast<std::size_t>(tensor.index)];
      if (is_ours(tensor) && step < dying_.size()) dying_[step].push_back(&tensor);
    }
  }

  MemoryPlan run() {
    for (const Tensor& tensor : graph_.tensors()) {
      if (tensor.op == nullptr && is_ours(tensor)) place(tensor);
    }
    for (std::size_t step = 0; step < share_.nodes.size(); ++step) {
      if (is_ours(*share_.nodes[step])) place(*share_.nodes[step]);
      for (const Tensor* dead : dying_[step]) drop(*dead);
    }
    plan_.peak = free_list_.peak();
    return std::move(plan_);
  }

 private:
  bool is_ours(const Tensor& tensor) const {
    return tensor.base == nullptr && share_.owned[static_cast<std::size_t>(tensor.index)];
  }

  std::size_t& offset(const Tensor& tensor) {
    return plan_.offset[static_cast<std::size_t>(tensor.index)];
  }

  void place(const Tensor& tensor) {
    const std::size_t size = padded_size(tensor);
    offset(tensor) = size == 0 ? 0 : free_list_.take(size);
  }

  void drop(const Tensor& tensor) {
    if (padded_size(tensor) != 0) free_list_.give_back(offset(tensor), padded_size(tensor));
  }

  const Graph& graph_;
  const GraphShare& share_;
  FreeList free_list_;
  MemoryPlan plan_;
  std::vector<std::vector<const Tensor*>> dying_;  // with each node
};

}  // namespace core_allocator

MemoryPlan plan_memory(const Graph& graph) {
  return plan_memory(graph, {graph.nodes(), std::vector<bool>(graph.tensors().size(), true)});
}

MemoryPlan plan_memory(const Graph& graph, const GraphShare& share) {
  return core_allocator::Planner(graph, share).run();
}

void bind_memory(Graph& graph, const MemoryPlan& plan, std::byte* memory) {
  bind_memory(graph, std::span(&plan, 1), std::span(&memory, 1));
}

void bind_memory(Graph& graph, std::span<const MemoryPlan> plans,
                 std::span<std::byte* const> memory) {
  for (std::size_t device = 0; device < plans.size(); ++device) {
    for (Tensor& tensor : graph.tensors()) {
      const std::size_t offset = plans[device].offset[static_cast<std::size_t>(tensor.index)];
      if (offset != no_memory) tensor.data = memory[device] + offset;
    }
  }
  for (Tensor& tensor : graph.tensors()) {
    if (tensor.base != nullptr) tensor.data = tensor.base->data + tensor.offset;
  }
}

}  // namespace tern
