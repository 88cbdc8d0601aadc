#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "tern/gguf.h"

namespace tern::tools {

using DummyValues = std::map<std::string_view, GgufValue>;

GgufValue dummy_number(std::uint32_t value);
GgufValue dummy_numbers(std::vector<std::uint32_t> values);

struct DummyException {
  std::vector<std::string_view> architectures;
  DummyValues values;
};

/// Where the common values make no model of an architecture, or not one that shows what it can. The
/// first row that has a key counts.
const std::vector<DummyException>& dummy_exceptions();

}  // namespace tern::tools
