#include <cmath>
#include <deque>
#include <map>

#include "core/text.h"
#include "tern/error.h"
#include "tern/sampler.h"

namespace tern {
namespace runtime_sampler_penalties {

class Penalties : public SamplerStep {
 public:
  explicit Penalties(const PenaltyOptions& options) : options_(options) {}

  void apply(std::vector<Candidate>& candidates) override {
    for (Candidate& candidate : candidates) {
      const auto it = counts_.find(candidate.token);
      if (it != counts_.end()) lower(candidate.logit, it->second);
    }
  }

  void accept(std::int32_t token) override {
    recent_.push_back(token);
    ++counts_[token];
    if (recent_.size() <= static_cast<std::size_t>(options_.last)) return;
    const auto it = counts_.find(recent_.front());
    if (--it->second == 0) counts_.erase(it);
    recent_.pop_front();
  }

  void reset() override {
    recent_.clear();
    counts_.clear();
  }

 private:
  void lower(float& logit, std::int32_t count) const {
    // A factor moves logits of either sign down.
    logit = logit > 0.0f ? logit / options_.repeat : logit * options_.repeat;
    logit -= static_cast<float>(count) * options_.frequency + options_.presence;
  }

  PenaltyOptions options_;
  std::deque<std::int32_t> recent_;
  std::map<std::int32_t, std::int32_t> counts_;
};

}  // namespace runtime_sampler_penalties

std::unique_ptr<SamplerStep> make_penalties(const PenaltyOptions& options) {
  if (options.last < 0)
    throw RequestError(concat("[sampler] expected penalties of last >= 0, got ", options.last));
  // Written so that NaN is refused.
  if (!(options.repeat > 0.0f))
    throw RequestError(concat("[sampler] expected repeat penalty > 0, got ", options.repeat));
  if (!std::isfinite(options.frequency) || !std::isfinite(options.presence))
    throw RequestError("[sampler] expected finite frequency and presence penalties");
  return std::make_unique<runtime_sampler_penalties::Penalties>(options);
}

}  // namespace tern
