#pragma once

#include <vector>

#include "tests/harness/cases.h"

namespace tern::harness {

/// At most `most` instances of each op and types, spread evenly over those there are, and no large
/// ones; all but these if `most` is 0.
std::vector<const Instance*> sample(const std::vector<const Instance*>& all, int most);

}  // namespace tern::harness
