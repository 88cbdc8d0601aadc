#include "runtime/step.h"

namespace tern {

std::unique_ptr<Step> StepBuilder::build(const StepSize& size, StepExtent extent) {
  auto step = std::make_unique<Step>();
  Graph& graph = step->graph;
  StepContext& in = step->context;
  in.count = size.tokens;
  in.sequences.count = size.sequences;
  in.flash_attention = size.flash_attention;
  in.result = size.result;
  in.tokens = graph.input(Type::i32, {size.tokens, 1, 1, 1}, "tokens");
  in.positions = graph.input(Type::i32, {size.tokens, 1, 1, 1}, "positions");
  in.outputs = graph.input(Type::i32, {size.outputs, 1, 1, 1}, "outputs");
  memory_.add_inputs(in, extent);
  step->result = architecture_.build(in);
  if (devices_ > 1) {
    step->placed = placer_.place(graph, {&step->result, 1});
    return step;
  }
  graph.mark_output(step->result);
  step->placed = std::make_unique<PlacedGraph>(graph);
  return step;
}

}  // namespace tern
