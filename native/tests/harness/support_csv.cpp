#include "core/backend.h"
#include "core/text.h"
#include "tests/harness/support.h"

namespace tern::harness {
namespace harness_support_csv {

std::string word(const std::map<std::string, Support>& row, const std::string& device) {
  const auto it = row.find(device);
  if (it == row.end()) return "no case";
  const Support& found = it->second;
  if (found.supported == found.all) return "yes";
  return found.supported == 0 ? "no" : "partly";
}

}  // namespace harness_support_csv

std::string support_csv(const SupportTable& table) {
  const auto devices = backend_table().names();
  std::string text = "op";
  for (const std::string& device : devices) text += concat(",", device);
  text += "\n";
  for (const auto& [op, row] : table) {
    text += op;
    for (const std::string& device : devices)
      text += concat(",", harness_support_csv::word(row, device));
    text += "\n";
  }
  return text;
}

}  // namespace tern::harness
