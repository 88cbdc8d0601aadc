#include "tools/test-fusion/report.h"

#include <algorithm>
#include <cstdio>
#include <set>

namespace tern::tools {
namespace fusion_report_file {

constexpr double largest_error = 1e-4;

/// What the baseline has for a row, which is taken out of it; of several counts the one that was
/// found, if it is there.
std::uint64_t take_expected(const FusionRow& row, FusionBaseline& left) {
  const auto [first, last] = left.equal_range(row.key());
  if (first == last) return 0;
  const auto same =
      std::find_if(first, last, [&](const auto& entry) { return entry.second == row.fused; });
  const auto taken = same != last ? same : first;
  const std::uint64_t count = taken->second;
  left.erase(taken);
  return count;
}

void print(const FusionRow& row, std::uint64_t expected, const char* status) {
  std::printf("%-20s %-5s %-8s %-28s %7llu %7llu %8llu %10.2e %10.2e %s\n",
              row.architecture.c_str(), row.experts ? "moe" : "dense", row.mode.c_str(),
              row.label.c_str(), static_cast<unsigned long long>(row.fused),
              static_cast<unsigned long long>(row.unfused),
              static_cast<unsigned long long>(expected), row.error_fused, row.error_device, status);
}

/// Written so that NaN fails.
bool is_sound(const FusionRow& row) { return row.unfused == 0 && row.error_fused <= largest_error; }

std::string architecture_of(const std::string& key) { return key.substr(0, key.find(',')); }

std::set<std::string> architectures(const FusionBaseline& baseline) {
  std::set<std::string> names;
  for (const auto& [key, count] : baseline) names.insert(architecture_of(key));
  return names;
}

void print_header() {
  std::printf("%-20s %-5s %-8s %-28s %7s %7s %8s %10s %10s status\n", "arch", "moe", "mode",
              "label", "fused", "unfused", "expected", "nmse_fus", "nmse_dev");
}

}  // namespace fusion_report_file

int report_fusions(const std::vector<FusionRow>& rows) {
  using namespace fusion_report_file;
  print_header();
  int wrong = 0;
  for (const FusionRow& row : rows) {
    wrong += is_sound(row) ? 0 : 1;
    print(row, row.fused, is_sound(row) ? "ok" : "FAIL");
  }
  std::printf("summary: %zu ok, %d failed\n", rows.size() - static_cast<std::size_t>(wrong), wrong);
  return wrong;
}

int check_fusions(const std::vector<FusionRow>& rows, const FusionBaseline& baseline) {
  using namespace fusion_report_file;
  const std::set<std::string> known = architectures(baseline);
  FusionBaseline left = baseline;
  int good = 0;
  int wrong = 0;
  print_header();
  for (const FusionRow& row : rows) {
    const bool is_known = known.count(row.architecture) != 0;
    const std::uint64_t count = is_known ? take_expected(row, left) : row.fused;
    const bool ok = count == row.fused && is_sound(row);
    good += ok && is_known ? 1 : 0;
    wrong += ok ? 0 : 1;
    print(row, count, !ok ? "FAIL" : is_known ? "ok" : "unlisted");
  }
  for (const auto& [key, count] : left)
    std::printf("vanished: %s: %llu\n", key.c_str(), static_cast<unsigned long long>(count));
  std::printf("fusion: %d/%zu\n", good, baseline.size());
  return wrong + static_cast<int>(left.size());
}

}  // namespace tern::tools
