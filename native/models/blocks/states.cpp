#include "models/blocks/states.h"

#include "ops/copy.h"
#include "ops/get_rows.h"
#include "ops/layout.h"
#include "ops/set_rows.h"

namespace tern {
namespace blocks_states {

Tensor* memory_of(const StepContext& step, MemorySlot slot) {
  return step.states[static_cast<std::size_t>(slot)];
}

/// Rows of a memory that lie side by side, in a shape of their own.
Tensor* rows_as(const StepContext& step, Tensor* memory, const Shape& shape) {
  const std::size_t offset = static_cast<std::size_t>(step.sequences.first) * memory->stride[1];
  return view(step.graph, memory, shape, contiguous_strides(memory->type, shape), offset);
}

}  // namespace blocks_states

std::int64_t tokens_each(const StepContext& step) { return step.count / step.sequences.count; }

Tensor* by_sequence(const StepContext& step, Tensor* x) {
  return reshape(step.graph, x, {x->shape[0], tokens_each(step), step.sequences.count, 1});
}

Tensor* take_heads(const StepContext& step, Tensor* x, std::int64_t size, std::int64_t heads,
                   std::int64_t first) {
  const Shape shape{size, heads, x->shape[1], x->shape[2]};
  const Strides stride{x->stride[0], row_bytes(x->type, size), x->stride[1], x->stride[2]};
  return view(step.graph, x, shape, stride, row_bytes(x->type, first));
}

Tensor* load_states(const StepContext& step, MemorySlot slot) {
  return get_rows(step.graph, blocks_states::memory_of(step, slot), step.sequences.read);
}

void store_states(const StepContext& step, MemorySlot slot, Tensor* x) {
  Graph& graph = step.graph;
  Tensor* memory = blocks_states::memory_of(step, slot);
  const Shape rows{memory->shape[0], step.sequences.count, 1, 1};
  const bool side_by_side = step.sequences.first > 0;
  if (!is_contiguous(*x) && !side_by_side) x = cont(graph, x);
  if (is_contiguous(*x)) x = reshape(graph, x, rows);
  if (side_by_side) {
    copy(graph, x, blocks_states::rows_as(step, memory, x->shape));
  } else {
    set_rows(graph, memory, x, step.sequences.write);
  }
}

Tensor* run_delta_net(const StepContext& step, MemorySlot slot, GatedDeltaNet net) {
  const auto [values, heads, tokens, sequences] = net.v->shape;
  net.states =
      reshape(step.graph, load_states(step, slot), {net.q->shape[0], values, heads, sequences});
  const Recurrence result = gated_delta_net(step.graph, net);
  store_states(step, slot, result.states);
  return result.outputs;
}

Tensor* run_scan(const StepContext& step, MemorySlot slot, SsmScan scan) {
  Tensor* memory = blocks_states::memory_of(step, slot);
  scan.states = reshape(step.graph, memory,
                        {scan.b->shape[0], scan.x->shape[0], scan.x->shape[1], memory->shape[1]});
  scan.slots = step.sequences.read;
  const Recurrence result = ssm_scan(step.graph, scan);
  store_states(step, slot, result.states);
  return result.outputs;
}

}  // namespace tern
