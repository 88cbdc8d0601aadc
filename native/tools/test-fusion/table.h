#pragma once

#include <cstdint>
#include <map>
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

/// Expected counts by key; models of the same architecture share keys.
using FusionBaseline = std::multimap<std::string, std::uint64_t>;

/// Throws FileError.
FusionBaseline read_fusion_baseline(const std::string& path);
void write_fusion_baseline(const std::string& path, const std::string& device,
                           const std::vector<FusionRow>& rows);

/// Prints all rows; gives the number of those with too large an error, or fused without fusion.
int report_fusions(const std::vector<FusionRow>& rows);

/// Also compares counts: rows that the baseline has otherwise, or has and that are gone, are wrong.
/// Architectures that it does not name at all are not compared.
int check_fusions(const std::vector<FusionRow>& rows, const FusionBaseline& baseline);

}  // namespace tern::tools
