#pragma once

#include "core/backend.h"
#include "tests/harness/cases.h"

namespace tern::harness {

/// True if the device computes some node of the instance with lanes that work together, so that the
/// size of its subgroups matters.
bool uses_subgroups(const Instance& instance, const Backend& backend);

}  // namespace tern::harness
