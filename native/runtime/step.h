#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "core/allocator.h"
#include "core/graph.h"
#include "models/base/architecture.h"

namespace tern {

/// The graph of one step and its memory plan.
struct Step {
  Graph graph;
  StepContext inputs{graph};
  Tensor* logits = nullptr;
  MemoryPlan plan;
};

/// Sizes that decide the graph, and with it the memory.
struct StepSize {
  std::int64_t tokens = 0;
  std::int64_t outputs = 0;
  std::int64_t visible_cells = 0;
};

/// Builds the graph; nothing is computed, no memory is taken.
std::unique_ptr<Step> build_step(const Architecture& architecture,
                                 std::span<const LayerCache> cache, const StepSize& size);

}  // namespace tern
