#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/allocator.h"
#include "core/graph.h"

namespace tern::harness {

/// A place of its own for each tensor of the graph, with guard bytes before and behind it.
MemoryPlan guarded_plan(const Graph& graph);

/// Memory for the plan: guards, and NaN where tensors are.
std::vector<std::byte> guarded_memory(const Graph& graph, const MemoryPlan& plan);

/// Says which guard was written, or which tensor that may not be; empty if none.
std::string find_damage(const Graph& graph, const MemoryPlan& plan,
                        const std::vector<std::byte>& before, const std::vector<std::byte>& after,
                        const std::function<bool(const Tensor&)>& may_be_written);

/// The elements of a tensor of any layout that starts at `data`, in order.
std::vector<double> elements(const Tensor& tensor, const std::byte* data);

}  // namespace tern::harness
