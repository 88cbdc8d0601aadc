#pragma once

#include <cstdint>

#include "core/op.h"

namespace tern {

/// source[0]: F32 [n]. Result F32 [dims, n]: cosines, then sines of a number times frequencies that
/// fall from 1 to about 1 / max_period; a last element without partner is 0.
inline constexpr OpInfo timestep_embedding_op{"timestep_embedding"};

struct TimestepParams {
  std::int32_t dims = 0;
  std::int32_t max_period = 10000;
};

}  // namespace tern
