#include "names.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace buildprof {

namespace {

constexpr std::string_view kOperator = "operator";

bool in_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '$' || (static_cast<unsigned char>(c) & 0x80U) != 0;
}

// The length of `operator<<` and the like at `at`, whose signs are no brackets; else 0.
std::size_t operator_length(std::string_view name, std::size_t at) {
  if (name.compare(at, kOperator.size(), kOperator) != 0 || (at > 0 && in_word(name[at - 1]))) {
    return 0;
  }
  constexpr std::array<std::string_view, 11> kSigns{"<=>", "<<=", ">>=", "->*", "<<", ">>",
                                                    "<=", ">=", "->", "<", ">"};
  const std::string_view rest = name.substr(at + kOperator.size());
  const std::size_t gap = rest.starts_with(' ') ? 1 : 0;
  for (const std::string_view sign : kSigns) {
    if (rest.substr(gap).starts_with(sign)) {
      return kOperator.size() + gap + sign.size();
    }
  }
  return 0;
}

}  // namespace

std::string collapse(std::string_view name) {
  std::string out;
  std::size_t depth = 0;
  std::size_t from = 0;  // what is copied next, once its end is known
  for (std::size_t at = 0; at < name.size(); ++at) {
    const char c = name[at];
    if (c == 'o') {
      const std::size_t length = operator_length(name, at);
      at += length > 0 ? length - 1 : 0;
    } else if (c == '-' && name.substr(at).starts_with("->")) {
      ++at;
    } else if (c == '<' && depth++ == 0) {
      out.append(name, from, at + 1 - from).append("$");
    } else if (c == '>') {
      if (depth == 0) {
        return std::string(name);
      }
      from = --depth == 0 ? at : from;
    }
  }
  return depth == 0 ? out.append(name, from) : std::string(name);
}

bool is_left_alone(std::string_view name) { return name.find(kOperator) != std::string_view::npos; }

std::string tidy_path(std::string_view path) {
  std::string slashed(path);
  std::replace(slashed.begin(), slashed.end(), '\\', '/');
  const bool simple = slashed.find("/.") == std::string::npos &&
                      slashed.find("//") == std::string::npos && !slashed.starts_with("./");
  if (simple) {
    return slashed;
  }
  const std::string_view all = slashed;
  const std::string_view root = all.substr(0, all.starts_with("//") ? 2 : all.starts_with('/') ? 1 : 0);
  std::vector<std::string_view> parts;
  for (std::size_t at = root.size(); at <= all.size();) {
    const std::size_t end = std::min(all.find('/', at), all.size());
    const std::string_view part = all.substr(at, end - at);
    at = end + 1;
    if (part == ".." && !parts.empty() && parts.back() != "..") {
      parts.pop_back();
    } else if (!part.empty() && part != "." && !(part == ".." && !root.empty())) {
      parts.push_back(part);
    }
  }
  std::string out(root);
  for (const std::string_view part : parts) {
    out += out.size() > root.size() ? "/" : "";
    out += part;
  }
  return out;
}

bool is_source(std::string_view path) {
  constexpr std::array<std::string_view, 15> kEndings{"c",  "cc", "cpp", "cxx", "c++",
                                                      "cp", "C",  "CPP", "m",   "mm",
                                                      "M",  "cu", "hip", "cppm", "ixx"};
  const std::size_t dot = path.rfind('.');
  if (dot == std::string_view::npos || path.find('/', dot) != std::string_view::npos) {
    return false;
  }
  return std::find(kEndings.begin(), kEndings.end(), path.substr(dot + 1)) != kEndings.end();
}

}  // namespace buildprof
