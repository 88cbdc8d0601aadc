#pragma once

#include <cstdint>
#include <memory>

#include "core/allocator.h"
#include "core/graph.h"
#include "models/base/architecture.h"
#include "runtime/memory.h"

namespace tern {

/// The graph of one step and its memory plan.
struct Step {
  Graph graph;
  StepContext context{graph};
  Tensor* logits = nullptr;
  MemoryPlan plan;
};

/// What decides the graph, and with it the memory.
struct StepSize {
  std::int64_t tokens = 0;
  std::int64_t outputs = 0;
  std::int64_t sequences = 1;
  bool flash_attention = false;
};

/// Builds the graph for what was placed in `memory`, or for a full one; nothing is computed, no
/// memory is taken.
std::unique_ptr<Step> build_step(const Architecture& architecture, const Memory& memory,
                                 const StepSize& size, StepExtent extent = StepExtent::current);

}  // namespace tern
