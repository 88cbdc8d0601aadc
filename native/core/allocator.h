#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "core/graph.h"

namespace tern {

/// Every tensor starts at a multiple of this many bytes.
inline constexpr std::size_t memory_alignment = 64;
inline constexpr std::size_t no_memory = std::numeric_limits<std::size_t>::max();

/// Where each tensor of a graph lies in one block of `peak` bytes.
struct MemoryPlan {
  std::vector<std::size_t> offset;  ///< by tensor index; no_memory for views
  std::size_t peak = 0;             ///< bytes that computing the graph takes, exactly
};

/// Lets tensors share memory whose lives do not overlap. Inputs live from the start, outputs to
/// the end. Depends on shapes only, so it tells the need of a graph before there is any memory.
MemoryPlan plan_memory(const Graph& graph);

/// Points the tensors of the graph into `memory`, which must hold plan.peak bytes.
void bind_memory(Graph& graph, const MemoryPlan& plan, std::byte* memory);

}  // namespace tern
