#include "tables.hpp"

#include <algorithm>

namespace buildprof {

namespace {

bool is_mangled(std::string_view name, bool microsoft) {
  const bool marked =
      microsoft ? name.starts_with('?') : name.starts_with("_Z") || name.starts_with("__Z");
  return marked && std::all_of(name.begin(), name.end(), [](char c) { return c > ' '; });
}

}  // namespace

std::string Tables::mangled(bool microsoft) {
  Flat<StringId> seen;
  std::string lines;
  mangled_.clear();
  for (const Chosen& one : chosen_) {
    for (const FunctionRow& row : unit(one).functions) {
      StringId& known = seen.at(row.name);
      if (known == kNoString && is_mangled(text(row.name), microsoft)) {
        mangled_.push_back(row.name);
        lines.append(text(row.name)).append("\n");
      }
      known = row.name;
    }
  }
  return lines;
}

void Tables::readable(std::string_view lines) {
  const auto count = std::count(lines.begin(), lines.end(), '\n');
  if (static_cast<std::size_t>(count) != mangled_.size()) {
    return;
  }
  for (const StringId name : mangled_) {
    const std::size_t end = lines.find('\n');
    readable_.at(name) = strings().id(lines.substr(0, end));
    lines.remove_prefix(end + 1);
  }
}

}  // namespace buildprof
