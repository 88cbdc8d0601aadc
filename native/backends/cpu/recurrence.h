#pragma once

#include <algorithm>

#include "backends/cpu/kernel.h"

namespace tern {

/// How outputs and states lie in the result of an op that carries a state (ops/recurrence.h).
struct RecurrenceLayout {
  Shape outputs;             ///< [size, heads, tokens, sequences]
  std::int64_t state_size;   ///< elements of the state of one head
  std::int64_t snapshots;    ///< how many states of a sequence are kept
  const Tensor* states;      ///< where each sequence starts from: [.., .., heads, sequences]
  const std::int32_t* rows;  ///< which of `states` each sequence starts from; null: its own
};

/// Where states go; strides count floats.
struct RecurrenceTarget {
  float* states;  ///< the newest of the first head of the first sequence; heads have no gaps
  std::int64_t snapshot_stride;
  std::int64_t sequence_stride;
};

/// One token of one head of one sequence.
struct RecurrenceStep {
  RowIndex at;    ///< head, token, sequence
  float* state;   ///< in: behind the token before; out: behind this token
  float* output;  ///< `size` elements
};

namespace cpu_recurrence {

/// Walks through the tokens of a head. The state is kept where the newest snapshot belongs.
template <class Step>
void run_head(const Tensor& node, const RecurrenceLayout& l, const RecurrenceTarget& to,
              std::int64_t head, std::int64_t seq, const Step& step) {
  const auto [size, heads, tokens, sequences] = l.outputs;
  auto* outputs = reinterpret_cast<float*>(node.data);
  float* state = to.states + seq * to.sequence_stride + head * l.state_size;
  const float* start = float_row(*l.states, {0, head, l.rows ? l.rows[seq] : seq});
  std::copy_n(start, l.state_size, state);
  for (std::int64_t token = 0; token < tokens; ++token) {
    step({{head, token, seq}, state, outputs + ((seq * tokens + token) * heads + head) * size});
    const std::int64_t age = tokens - 1 - token;
    if (age == 0 || age >= l.snapshots) continue;
    std::copy_n(state, l.state_size, state + age * to.snapshot_stride);
  }
}

}  // namespace cpu_recurrence

/// The states behind the outputs, in the result of the op.
inline RecurrenceTarget own_states(const Tensor& node, const RecurrenceLayout& l) {
  const std::int64_t sequence = l.outputs[1] * l.state_size;
  float* outputs = reinterpret_cast<float*>(node.data);
  return {outputs + element_count(l.outputs), sequence * l.outputs[3], sequence};
}

/// Calls step(RecurrenceStep) for each token of the heads that belong to this thread.
template <class Step>
void run_recurrence(const CpuTask& task, const Tensor& node, const RecurrenceLayout& layout,
                    const RecurrenceTarget& target, const Step& step) {
  const std::int64_t heads = layout.outputs[1];
  const Range mine = share_of(heads * layout.outputs[3], task.thread, task.threads);
  for (std::int64_t item = mine.begin; item < mine.end; ++item)
    cpu_recurrence::run_head(node, layout, target, item % heads, item / heads, step);
}

template <class Step>
void run_recurrence(const CpuTask& task, const Tensor& node, const RecurrenceLayout& layout,
                    const Step& step) {
  run_recurrence(task, node, layout, own_states(node, layout), step);
}

}  // namespace tern
