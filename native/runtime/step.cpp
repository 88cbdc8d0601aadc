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
  in.hands_on = size.hands_on;
  in.draft_head = size.draft_head;
  in.tokens = graph.input(Type::i32, {size.tokens, 1, 1, 1}, "tokens");
  in.positions = graph.input(Type::i32, {size.tokens, 1, 1, 1}, "positions");
  in.outputs = graph.input(Type::i32, {size.outputs, 1, 1, 1}, "outputs");
  if (const ModelShape& shape = architecture_.shape(); shape.goes_on)
    in.handed_on = graph.input(Type::f32, {shape.embedding, size.tokens, 1, 1}, "states");
  memory_.add_inputs(in, extent);
  step->output = architecture_.build(in);
  std::vector<Tensor*> outputs{step->output.rows};
  if (step->output.states != nullptr) outputs.push_back(step->output.states);
  if (devices_ > 1) {
    step->placed = placer_.place(graph, outputs);
    return step;
  }
  for (Tensor* output : outputs) graph.mark_output(output);
  step->placed = std::make_unique<PlacedGraph>(graph);
  return step;
}

}  // namespace tern
