#pragma once

#include <cstddef>
#include <limits>
#include <span>
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

/// What one of several devices has of a graph.
struct GraphShare {
  std::vector<Tensor*> nodes;  ///< in order: those that it computes, and those that read from it
  std::vector<bool> owned;     ///< by tensor index: lies in its memory
};

/// The same for one of the devices.
MemoryPlan plan_memory(const Graph& graph, const GraphShare& share);

/// Points the tensors of the graph into `memory`, which must hold plan.peak bytes.
void bind_memory(Graph& graph, const MemoryPlan& plan, std::byte* memory);
/// The same with a plan and a memory for each device.
void bind_memory(Graph& graph, std::span<const MemoryPlan> plans,
                 std::span<std::byte* const> memory);

}  // namespace tern
