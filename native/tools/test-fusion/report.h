#pragma once

#include <vector>

#include "tools/test-fusion/baseline.h"
#include "tools/test-fusion/table.h"

namespace tern::tools {

/// Prints all rows; gives the number of those with too large an error, or fused without fusion.
int report_fusions(const std::vector<FusionRow>& rows);

/// Also compares counts: rows that the baseline has otherwise, or has and that are gone, are wrong.
/// Architectures that it does not name at all are not compared.
int check_fusions(const std::vector<FusionRow>& rows, const FusionBaseline& baseline);

}  // namespace tern::tools
