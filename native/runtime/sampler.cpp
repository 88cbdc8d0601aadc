#include "tern/sampler.h"

#include <cmath>

#include "tern/error.h"

namespace tern {

std::int32_t GreedySampler::sample(std::span<const float> logits) {
  std::int32_t best = -1;
  for (std::size_t i = 0; i < logits.size(); ++i) {
    if (std::isnan(logits[i])) continue;
    if (best < 0 || logits[i] > logits[static_cast<std::size_t>(best)])
      best = static_cast<std::int32_t>(i);
  }
  if (best < 0)
    throw RequestError("[sampler] expected at least one logit that is a number, got none");
  return best;
}

}  // namespace tern
