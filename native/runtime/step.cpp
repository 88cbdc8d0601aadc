#include "runtime/step.h"

namespace tern {

std::unique_ptr<Step> build_step(const Architecture& architecture,
                                 std::span<const LayerCache> cache, const StepSize& size) {
  auto step = std::make_unique<Step>();
  Graph& graph = step->graph;
  StepContext& in = step->inputs;
  in.tokens = graph.input(Type::i32, {size.tokens, 1, 1, 1}, "tokens");
  in.positions = graph.input(Type::i32, {size.tokens, 1, 1, 1}, "positions");
  in.cells = graph.input(Type::i32, {size.tokens, 1, 1, 1}, "cells");
  in.mask = graph.input(Type::f32, {size.visible_cells, size.tokens, 1, 1}, "mask");
  in.outputs = graph.input(Type::i32, {size.outputs, 1, 1, 1}, "outputs");
  in.visible_cells = size.visible_cells;
  in.cache = cache;
  step->logits = architecture.build(in);
  graph.mark_output(step->logits);
  step->plan = plan_memory(graph);
  return step;
}

}  // namespace tern
