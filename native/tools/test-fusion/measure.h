#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tern/model.h"

namespace tern::tools {

/// How a model is run: all tokens as one batch, or one after the other.
struct FusionMode {
  std::string name;
  int tokens;
  int graphs;
};
const std::vector<FusionMode>& fusion_modes();

/// What running a model in one mode gave. Counts are those of one graph, by label.
struct FusionMeasurement {
  std::map<std::string, std::uint64_t> fused;
  std::map<std::string, std::uint64_t> unfused;
  double error_fused = 0.0;   ///< NMSE of fused against unfused logits
  double error_device = 0.0;  ///< NMSE of fused logits against those of the CPU
};

/// Counts only, from graphs of few tokens.
FusionMeasurement count_fusions(const std::shared_ptr<const Model>& model,
                                const std::string& device, const FusionMode& mode);

/// Runs the model on a device with and without fusion, and on the CPU.
FusionMeasurement measure_fusion(const std::shared_ptr<const Model>& model,
                                 const std::string& device, const FusionMode& mode);

}  // namespace tern::tools
