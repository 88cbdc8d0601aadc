#pragma once

#include <map>
#include <string>

namespace tern::harness {

/// Of the nodes with an op, how many there are in the cases and how many a device computes.
struct Support {
  int supported = 0;
  int all = 0;
};

/// By op, then by device; every op has a row, also without cases.
using SupportTable = std::map<std::string, std::map<std::string, Support>>;

/// One column per device: "yes", "partly", "no", or "no case".
std::string support_csv(const SupportTable& table);

/// docs/ops.md: one column per backend, with what its devices stand for.
std::string support_document(const SupportTable& table);

}  // namespace tern::harness
