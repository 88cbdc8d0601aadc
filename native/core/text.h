#pragma once

#include <sstream>
#include <string>

namespace tern {

/// Joins anything that streams into one string; std::format is not there before GCC 13.
template <class... Parts>
std::string concat(const Parts&... parts) {
  std::ostringstream out;
  (out << ... << parts);
  return std::move(out).str();
}

}  // namespace tern
