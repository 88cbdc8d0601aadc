#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tools/test-fusion/table.h"

namespace tern::tools {

/// Expected counts by key; models of the same architecture share keys.
using FusionBaseline = std::multimap<std::string, std::uint64_t>;

/// Throws FileError.
FusionBaseline read_fusion_baseline(const std::string& path);
void write_fusion_baseline(const std::string& path, const std::string& device,
                           const std::vector<FusionRow>& rows);

}  // namespace tern::tools
