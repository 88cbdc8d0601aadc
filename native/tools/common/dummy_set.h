#pragma once

#include <string>
#include <vector>

#include "tools/common/dummy_model.h"

namespace tern::tools {

/// What became of the dummies of one architecture.
struct DummySet {
  struct Made {
    DummyKind kind;
    GgufContent content;
  };
  std::vector<Made> made;
  std::vector<std::string> refused;  ///< why there is none of a kind
};

/// The dense model of an architecture and the one with experts, as far as there are such.
DummySet make_dummies(const std::string& architecture);

}  // namespace tern::tools
