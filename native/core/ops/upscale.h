#pragma once

#include <cstdint>

#include "core/op.h"

namespace tern {

/// source[0]: F32 [width, height, …]. Result F32 of another size.
inline constexpr OpInfo upscale_op{"upscale"};

enum class ScaleMode : std::int32_t {
  nearest,
  bilinear,
  bicubic,             ///< of the first two dimensions; the others as nearest
  bilinear_antialias,  ///< a shrunk image takes in every element
};

struct UpscaleParams {
  ScaleMode mode = ScaleMode::nearest;
  std::int32_t align_corners = 0;  ///< 1: first and last elements lie on each other
};

}  // namespace tern
