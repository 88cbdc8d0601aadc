#include "tools/test-fusion/baseline.h"

#include <cstdio>
#include <fstream>
#include <sstream>

#include "core/text.h"
#include "tern/error.h"

namespace tern::tools {
namespace fusion_baseline_file {

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

}  // namespace fusion_baseline_file

FusionBaseline read_fusion_baseline(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw FileError(concat("[file] ", path, ": cannot read"));
  FusionBaseline baseline;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    const auto column = fusion_baseline_file::columns(line);
    if (column.size() != 5 || !fusion_baseline_file::is_number(column[4]))
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

}  // namespace tern::tools
