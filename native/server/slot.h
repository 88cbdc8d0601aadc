#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "server/generation.h"
#include "tern/batch.h"

namespace tern::server {

/// A generation while the engine works on it: its whole text so far, of which the cache holds the
/// first `computed` tokens.
class Slot {
 public:
  explicit Slot(std::shared_ptr<Generation> generation);

  Generation& generation() const { return *generation_; }
  /// Tokens that must be computed before the next one can be chosen.
  std::int64_t missing() const { return static_cast<std::int64_t>(text_.size()) - computed_; }
  std::int64_t size() const { return static_cast<std::int64_t>(text_.size()); }

  /// Appends the next `count` missing tokens to a batch, as those of `sequence`.
  void schedule(Batch& batch, std::int64_t count, std::int32_t sequence);
  /// True if the last call scheduled all that were missing, so that there are logits.
  bool has_logits() const { return missing() == 0; }

  /// Chooses the next token. True if that was the last one.
  bool choose(std::span<const float> logits);

  /// The cache holds nothing of this any more.
  void lose() { computed_ = 0; }

 private:
  std::shared_ptr<Generation> generation_;
  std::unique_ptr<Sampler> sampler_;
  std::vector<std::int32_t> text_;
  std::int64_t computed_ = 0;
  std::int64_t made_ = 0;
};

}  // namespace tern::server
