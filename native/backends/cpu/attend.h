#pragma once

#include <cstdint>

namespace tern {

/// A tile of attention: some queries with some cells. Pitches count floats.
struct AttendJob {
  std::int64_t rows;  ///< queries
  std::int64_t cells;
  const float* q;  ///< rows × head_k, without gaps
  std::int64_t head_k;
  const float* k;  ///< cells × head_k
  std::int64_t pitch_k;
  const float* v;  ///< cells × head_v
  std::int64_t pitch_v;
  std::int64_t head_v;
  float* weights;  ///< rows × cells
  std::int64_t pitch_weights;
  float* sums;  ///< rows × head_v, without gaps
};

/// Each gives the same bits for a row whatever other rows there are.
struct AttendKernels {
  /// weights = q · k
  void (*score)(const AttendJob& job);
  /// x = exp(x - largest), 0 where x is -infinity; gives the sum. `largest` is finite, no x more.
  float (*exponentiate)(float* x, std::int64_t n, float largest);
  /// sums += weights · v
  void (*mix)(const AttendJob& job);
};

/// The fastest for this processor.
const AttendKernels& attend_kernels();

}  // namespace tern
