#pragma once

#include <cstdint>
#include <span>

namespace tern {

/// Chooses the next token.
class Sampler {
 public:
  virtual ~Sampler() = default;
  /// `logits` is not empty. Throws RequestError if none of them is a number.
  virtual std::int32_t sample(std::span<const float> logits) = 0;
};

/// Always the most likely token; of equal ones the first.
class GreedySampler : public Sampler {
 public:
  std::int32_t sample(std::span<const float> logits) override;
};

}  // namespace tern
