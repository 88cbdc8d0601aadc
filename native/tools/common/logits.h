#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tern/session.h"

namespace tern::tools {

/// Normalised error: sum of squared differences over that of squares of the reference. NaN if
/// either has one, the sizes differ, or the reference is nothing but zeros.
double nmse(std::span<const float> values, std::span<const float> reference);

/// As decode() gives them, kept; of encoders, which have no logits, embeddings in their place.
std::vector<float> decode(Session& session, const Batch& batch);

/// Token ids that do not repeat soon; the same for the same vocabulary.
std::vector<std::int32_t> test_tokens(std::int64_t count, std::int64_t vocab);

}  // namespace tern::tools
