#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "backends/cpu/simd/kernels.h"

namespace tern {

/// The instruction sets of this build, filled through the generated registry.
class SimdTable {
 public:
  void add(const SimdKernels& kernels) { usable_.push_back(&kernels); }
  std::span<const SimdKernels* const> usable() const { return usable_; }

 private:
  std::vector<const SimdKernels*> usable_;
};

/// Those that this processor can run, the slowest first; at least one.
std::span<const SimdKernels* const> simd_variants();

/// The fastest, or the one that the environment variable TERN_CPU_ISA names. Throws RequestError
/// if there is none of that name.
const SimdKernels& choose_simd();

/// Generated from the names in cmake/simd.cmake.
void register_simd_variants(SimdTable& table);

}  // namespace tern
