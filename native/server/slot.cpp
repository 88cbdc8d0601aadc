#include "server/slot.h"

#include <algorithm>
#include <utility>

namespace tern::server {

Slot::Slot(std::shared_ptr<Generation> generation)
    : generation_(std::move(generation)),
      sampler_(make_sampler(generation_->options.sampling)),
      text_(generation_->options.prompt) {
  for (const std::int32_t token : text_) sampler_->accept(token);
}

void Slot::schedule(Batch& batch, std::int64_t count, std::int32_t sequence) {
  for (; count > 0 && missing() > 0; --count, ++computed_) {
    const bool is_last = missing() == 1;
    batch.push_back({text_[static_cast<std::size_t>(computed_)],
                     static_cast<std::int32_t>(computed_), sequence, is_last});
  }
}

bool Slot::choose(std::span<const float> logits) {
  const std::int32_t token = sampler_->sample(logits);
  const auto& end_tokens = generation_->options.end_tokens;
  if (std::find(end_tokens.begin(), end_tokens.end(), token) != end_tokens.end()) {
    generation_->finish(GenerationEnd::stop);
    return true;
  }
  text_.push_back(token);
  generation_->push(token);
  if (++made_ < generation_->options.max_tokens) return false;
  generation_->finish(GenerationEnd::length);
  return true;
}

}  // namespace tern::server
