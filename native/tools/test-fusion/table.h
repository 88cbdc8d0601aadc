#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/test-fusion/measure.h"

namespace tern::tools {

/// How often one fusion is made in a graph of one model.
struct FusionRow {
  std::string architecture;
  bool experts = false;
  std::string mode;  ///< prefill, decode, or any if both have the same count
  std::string label;
  std::uint64_t fused = 0;
  std::uint64_t unfused = 0;
  double error_fused = 0.0;
  double error_device = 0.0;

  std::string key() const;
};

/// The rows of one model from its measurements, in the order of fusion_modes().
std::vector<FusionRow> fusion_rows(const std::string& architecture,
                                   const std::vector<FusionMeasurement>& measurements);

}  // namespace tern::tools
