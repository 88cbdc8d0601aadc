#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "tests/support/recurrence.h"

namespace tern {

/// Sizes of a recurrence whose heads each keep a matrix of size x size.
struct SquareSizes {
  std::int64_t size, heads, tokens, sequences;

  Shape vectors() const { return {size, heads, tokens, sequences}; }
  Shape states() const { return {size, size, heads, sequences}; }
};

/// One vector per head and token.
inline std::vector<float> random_vectors(const SquareSizes& s, unsigned seed) {
  return random_floats(static_cast<std::size_t>(element_count(s.vectors())), seed);
}

/// What is kept of a state: numbers from 0 to 1.
inline std::vector<float> random_decays(const SquareSizes& s, unsigned seed) {
  std::vector<float> decays = random_vectors(s, seed);
  for (float& kept : decays) kept = 1.0f / (1.0f + std::exp(-kept));
  return decays;
}

inline std::vector<float> random_states(const SquareSizes& s, unsigned seed) {
  return random_floats(static_cast<std::size_t>(element_count(s.states())), seed);
}

/// Compares an op with its definition, for several sizes. A `Trial` is made from sizes; it has the
/// `states` to start from, `output_of(step)` gives what the definition says of a token, and
/// `build(runner)` makes the op.
template <class Trial>
void compare_with_definition(double tolerance) {
  for (const SquareSizes& s : {SquareSizes{64, 2, 1, 1}, SquareSizes{16, 3, 6, 1},
                               SquareSizes{32, 2, 4, 3}, SquareSizes{5, 3, 2, 2}}) {
    const Trial trial(s);
    const auto expected =
        walk({s.size, s.heads, s.tokens, s.sequences, s.size * s.size}, trial.states, {},
             [&](const WalkStep& step) { return trial.output_of(step); });
    GraphRunner runner(3);
    CHECK_ALL_NEAR(compute_both(runner, trial.build(runner)), expected, tolerance);
  }
}

}  // namespace tern
