#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor.h"
#include "core/text.h"

namespace tern::harness {

/// What tells one instance of an op from another: a name and a value, as they are printed.
struct Param {
  Param(std::string_view key, const Shape& shape) : name(key), text(to_string(shape)) {}
  Param(std::string_view key, Type type) : name(key), text(tern::name(type)) {}
  Param(std::string_view key, const char* word) : name(key), text(word) {}
  Param(std::string_view key, const std::string& word) : name(key), text(word) {}
  Param(std::string_view key, bool yes) : name(key), text(yes ? "1" : "0"), is_number(true) {}
  /// All four, unlike a shape.
  Param(std::string_view key, const std::array<std::int32_t, 4>& n)
      : name(key), text(concat("[", n[0], ", ", n[1], ", ", n[2], ", ", n[3], "]")) {}
  template <class Number>
  Param(std::string_view key, Number number) : name(key), text(concat(number)), is_number(true) {}

  std::string name;
  std::string text;
  bool is_number = false;
};

using Params = std::vector<Param>;

/// "type=Q4_0,k=256"
std::string to_text(const Params& params);
/// {"type": "Q4_0", "k": 256}
std::string to_json(const Params& params);
/// In quotes, with what JSON wants escaped.
std::string json_text(std::string_view text);

}  // namespace tern::harness
