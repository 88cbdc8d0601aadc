#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "ops/recurrence.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {

/// Sizes of a recurrence that is computed by its definition.
struct WalkSizes {
  std::int64_t size, heads, tokens, sequences;
  std::int64_t state;          ///< elements of the state of one head
  std::int64_t snapshots = 1;  ///< as the result should have them
};

/// One token of one head; `channel(n)` is where its vector begins in an operand with n elements per
/// head, and `row()` is the number of that vector.
struct WalkStep {
  std::int64_t head, token, sequence, heads, tokens;
  std::vector<double>& state;
  std::size_t row() const {
    return static_cast<std::size_t>((sequence * tokens + token) * heads + head);
  }
  std::size_t channel(std::int64_t n) const { return row() * static_cast<std::size_t>(n); }
};

using WalkBody = std::function<std::vector<double>(const WalkStep&)>;

/// Outputs, then states, as an op with a state gives them. `body` changes the state and gives the
/// output of its token. `slots` (may be empty) says which state each sequence starts from.
inline std::vector<float> walk(const WalkSizes& s, const std::vector<float>& states,
                               const std::vector<std::int32_t>& slots, const WalkBody& body) {
  const std::int64_t outputs = s.size * s.heads * s.tokens * s.sequences;
  const std::int64_t per_age = s.state * s.heads * s.sequences;
  std::vector<float> result(static_cast<std::size_t>(outputs + per_age * s.snapshots));
  for (std::int64_t item = 0; item < s.heads * s.sequences; ++item) {
    const std::int64_t head = item % s.heads;
    const std::int64_t sequence = item / s.heads;
    const std::int64_t slot = slots.empty() ? sequence : slots[static_cast<std::size_t>(sequence)];
    const auto start = states.begin() + (slot * s.heads + head) * s.state;
    std::vector<double> state(start, start + s.state);
    for (std::int64_t token = 0; token < s.tokens; ++token) {
      const WalkStep step{head, token, sequence, s.heads, s.tokens, state};
      const std::vector<double> output = body(step);
      for (std::size_t i = 0; i < output.size(); ++i)
        result[step.channel(s.size) + i] = static_cast<float>(output[i]);
      const std::int64_t age = s.tokens - 1 - token;
      if (age >= s.snapshots) continue;
      const auto at = outputs + age * per_age + item * s.state;
      for (std::size_t i = 0; i < state.size(); ++i)
        result[static_cast<std::size_t>(at) + i] = static_cast<float>(state[i]);
    }
  }
  return result;
}

/// Outputs and states that an op gave, one after the other.
inline std::vector<float> compute_both(GraphRunner& runner, const Recurrence& recurrence) {
  runner.graph().mark_output(recurrence.states);
  std::vector<float> result = runner.compute(recurrence.outputs);
  const std::vector<float> states = read_floats(*recurrence.states);
  result.insert(result.end(), states.begin(), states.end());
  return result;
}

}  // namespace tern
