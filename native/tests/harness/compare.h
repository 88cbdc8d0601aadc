#pragma once

#include <span>
#include <string>

namespace tern::harness {

/// How far results are from those of the reference.
struct Difference {
  double nmse = 0.0;
  std::string problem;  ///< a NaN or infinity that only one of them has; empty if there is none
};

Difference difference(std::span<const double> found, std::span<const double> reference);

}  // namespace tern::harness
