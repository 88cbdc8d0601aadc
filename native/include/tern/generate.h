#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "tern/sampler.h"
#include "tern/session.h"

namespace tern {

/// Called with each new token; false ends the generation.
using TokenCallback = std::function<bool(std::int32_t token)>;

/// Continues `prompt` (not empty) in sequence 0 behind what the session holds, by at most `count`
/// tokens. Stops early if the context is full. Gives the new tokens.
std::vector<std::int32_t> generate(Session& session, Sampler& sampler,
                                   std::span<const std::int32_t> prompt, std::int64_t count,
                                   const TokenCallback& callback = {});

}  // namespace tern
