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

/// One token of one head of one sequence.
struct RecurrenceStep {
  RowIndex at;    ///< head, token, sequence
  float* state;   ///< in: behind the token before; out: behind this token
  float* output;  ///< `size` elements
};

namespace cpu_recurrence {

/// Walks through the tokens of a head. The state is kept where the newest snapshot belongs.
template <class Step>
void run_head(const Tensor& node, const RecurrenceLayout& l, std::int64_t head, std::int64_t seq,
              const Step& step) {
  const auto [size, heads, tokens, sequences] = l.outputs;
  auto* outputs = reinterpret_cast<float*>(node.data);
  float* states = outputs + element_count(l.outputs);
  const std::int64_t item = seq * heads + head;
  float* state = states + item * l.state_size;
  const float* start = float_row(*l.states, {0, head, l.rows ? l.rows[seq] : seq});
  std::copy_n(start, l.state_size, state);
  for (std::int64_t token = 0; token < tokens; ++token) {
    step({{head, token, seq}, state, outputs + ((seq * tokens + token) * heads + head) * size});
    const std::int64_t age = tokens - 1 - token;
    if (age == 0 || age >= l.snapshots) continue;
    std::copy_n(state, l.state_size, states + (age * sequences * heads + item) * l.state_size);
  }
}

}  // namespace cpu_recurrence

/// Calls step(RecurrenceStep) for each token of the heads that belong to this thread.
template <class Step>
void run_recurrence(const CpuTask& task, const Tensor& node, const RecurrenceLayout& layout,
                    const Step& step) {
  const std::int64_t heads = layout.outputs[1];
  const Range mine = share_of(heads * layout.outputs[3], task.thread, task.threads);
  for (std::int64_t item = mine.begin; item < mine.end; ++item)
    cpu_recurrence::run_head(node, layout, item % heads, item / heads, step);
}

}  // namespace tern
