#include "tools/test-fusion/table.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/text.h"

namespace tern::tools {
namespace fusion_table_file {

std::uint64_t count_of(const std::map<std::string, std::uint64_t>& counts,
                       const std::string& label) {
  const auto it = counts.find(label);
  return it == counts.end() ? 0 : it->second;
}

FusionRow row_of(const std::string& architecture, const std::string& mode, const std::string& label,
                 const FusionMeasurement& m) {
  const bool experts = architecture.find("moe") != std::string::npos;
  return {architecture,
          experts,
          mode,
          label,
          count_of(m.fused, label),
          count_of(m.unfused, label),
          m.error_fused,
          m.error_device};
}

}  // namespace fusion_table_file

std::string FusionRow::key() const {
  return concat(architecture, ",", experts ? 1 : 0, ",", mode, ",", label);
}

std::vector<FusionRow> fusion_rows(const std::string& architecture,
                                   const std::vector<FusionMeasurement>& measurements) {
  using namespace fusion_table_file;
  std::set<std::string> labels;
  for (const FusionMeasurement& m : measurements) {
    for (const auto& [label, count] : m.fused) labels.insert(label);
    for (const auto& [label, count] : m.unfused) labels.insert(label);
  }
  std::vector<FusionRow> rows;
  for (const std::string& label : labels) {
    FusionRow a = row_of(architecture, fusion_modes()[0].name, label, measurements[0]);
    FusionRow b = row_of(architecture, fusion_modes()[1].name, label, measurements[1]);
    if (a.fused == b.fused) {
      a.mode = "any";
      a.unfused = std::max(a.unfused, b.unfused);
      a.error_fused = std::max(a.error_fused, b.error_fused);
      a.error_device = std::max(a.error_device, b.error_device);
      rows.push_back(a);
      continue;
    }
    if (a.fused != 0) rows.push_back(a);
    if (b.fused != 0) rows.push_back(b);
  }
  return rows;
}

}  // namespace tern::tools
