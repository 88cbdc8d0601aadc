#pragma once

#include "core/op.h"

namespace tern {

/// source[0]: F32 [width, streams, tokens]; source[1]: F32 weights [streams, tokens] or, where
/// gated, gates of the shape of source[0]. Result: F32 [width, tokens].
inline constexpr OpInfo hyper_merge_op{"hyper_merge"};

struct HyperMergeParams {
  float scale = 1.0f;
  bool gated = false;
};

}  // namespace tern
