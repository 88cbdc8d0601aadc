#include "tools/test-fusion/table.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <set>
#include <sstream>

#include "core/text.h"
#include "tern/error.h"

namespace tern::tools {
namespace fusion_table_file {

constexpr double largest_error = 1e-4;

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

/// The columns of a line without the spaces around them.
std::vector<std::string> columns(const std::string& line) {
  std::vector<std::string> found;
  std::istringstream in(line);
  for (std::string part; std::getline(in, part, ',');) {
    const auto begin = part.find_first_not_of(" \t\r");
    const auto end = part.find_last_not_of(" \t\r");
    found.push_back(begin == std::string::npos ? "" : part.substr(begin, end - begin + 1));
  }
  return found;
}

bool is_number(const std::string& text) {
  return !text.empty() && text.size() < 10 &&
         text.find_first_not_of("0123456789") == std::string::npos;
}

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

FusionBaseline read_fusion_baseline(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw FileError(concat("[file] ", path, ": cannot read"));
  FusionBaseline baseline;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    const auto column = fusion_table_file::columns(line);
    if (column.size() != 5 || !fusion_table_file::is_number(column[4]))
      throw FileError(concat("[file] ", path, ": expected arch,moe,mode,label,count, got ", line));
    baseline.emplace(concat(column[0], ",", column[1], ",", column[2], ",", column[3]),
                     std::stoull(column[4]));
  }
  return baseline;
}

void write_fusion_baseline(const std::string& path, const std::string& device,
                           const std::vector<FusionRow>& rows) {
  std::string text =
      concat("# test-fusion baseline for device ", device, "\n",
             "# arch              ,moe ,mode    ,label                       ,  count\n");
  for (const FusionRow& row : rows) {
    char line[256];
    std::snprintf(line, sizeof line, "%-20s,%-4d,%-8s,%-28s,%7llu\n", row.architecture.c_str(),
                  row.experts ? 1 : 0, row.mode.c_str(), row.label.c_str(),
                  static_cast<unsigned long long>(row.fused));
    text += line;
  }
  std::ofstream file(path);
  file << text;
  file.close();
  if (!file) throw FileError(concat("[file] ", path, ": cannot write"));
}

namespace fusion_table_file {

void print_header() {
  std::printf("%-20s %-5s %-8s %-28s %7s %7s %8s %10s %10s status\n", "arch", "moe", "mode",
              "label", "fused", "unfused", "expected", "nmse_fus", "nmse_dev");
}

}  // namespace fusion_table_file

int report_fusions(const std::vector<FusionRow>& rows) {
  using namespace fusion_table_file;
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
  using namespace fusion_table_file;
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
