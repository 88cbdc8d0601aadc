#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "core/graph.h"
#include "models/base/architecture.h"
#include "runtime/devices/placed_graph.h"
#include "runtime/devices/placer.h"
#include "runtime/memory.h"

namespace tern {

/// The graph of one step, and what the devices compute for it.
struct Step {
  Graph graph;
  StepContext context{graph};
  StepOutput output;
  std::unique_ptr<PlacedGraph> placed;
};

/// What decides the graph, and with it the memory.
struct StepSize {
  std::int64_t tokens = 0;
  std::int64_t outputs = 0;
  std::int64_t sequences = 1;
  bool flash_attention = false;
  StepResult result = StepResult::logits;
  bool hands_on = false;
  std::size_t draft_head = 0;
};

/// Builds the graphs of steps of one session.
class StepBuilder {
 public:
  StepBuilder(const Architecture& architecture, const Memory& memory, const LayerDevices& layers,
              std::size_t devices, std::optional<CutPlan> cuts)
      : architecture_(architecture),
        memory_(memory),
        devices_(devices),
        placer_(memory.store(), layers, devices, std::move(cuts)) {}

  /// For what was placed in the memory, or for a full one; nothing is computed, no memory is taken.
  std::unique_ptr<Step> build(const StepSize& size, StepExtent extent = StepExtent::current);

  const Placer& placer() const { return placer_; }

 private:
  const Architecture& architecture_;
  const Memory& memory_;
  std::size_t devices_;
  Placer placer_;
};

}  // namespace tern
