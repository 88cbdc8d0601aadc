#include <algorithm>
#include <cmath>
#include <utility>

#include "core/text.h"
#include "tern/error.h"
#include "tern/sampler.h"

namespace tern {
namespace runtime_sampler_filters {

using Candidates = std::vector<Candidate>;

float share(const char* name, float value) {
  if (value >= 0.0f && value <= 1.0f) return value;
  throw RequestError(concat("[sampler] expected ", name, " from 0 to 1, got ", value));
}

/// Of equal candidates the one with the lower token comes first, so that results do not depend on
/// how a library sorts.
bool likelier(const Candidate& a, const Candidate& b) {
  return a.logit != b.logit ? a.logit > b.logit : a.token < b.token;
}

std::vector<double> probabilities(const Candidates& candidates) {
  const float top = std::min_element(candidates.begin(), candidates.end(), likelier)->logit;
  std::vector<double> result;
  double sum = 0.0;
  for (const Candidate& candidate : candidates) {
    result.push_back(candidate.logit == top ? 1.0
                                            : std::exp(double{candidate.logit} - double{top}));
    sum += result.back();
  }
  for (double& probability : result) probability /= sum;
  return result;
}

/// The number of leading values that are needed to reach `mass`; at least 1.
std::size_t count_to_reach(double mass, const std::vector<double>& values) {
  double sum = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    sum += values[i];
    if (sum >= mass) return i + 1;
  }
  return values.size();
}

class TopK : public SamplerStep {
 public:
  explicit TopK(std::size_t count) : count_(count) {}

  void apply(Candidates& candidates) override {
    const std::size_t kept = std::min(count_, candidates.size());
    std::partial_sort(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(kept),
                      candidates.end(), likelier);
    candidates.resize(kept);
  }

 private:
  std::size_t count_;
};

class TopP : public SamplerStep {
 public:
  explicit TopP(double mass) : mass_(mass) {}

  void apply(Candidates& candidates) override {
    std::sort(candidates.begin(), candidates.end(), likelier);
    candidates.resize(count_to_reach(mass_, probabilities(candidates)));
  }

 private:
  double mass_;
};

class MinP : public SamplerStep {
 public:
  explicit MinP(float share) : margin_(std::log(share)) {}

  void apply(Candidates& candidates) override {
    const float top = std::min_element(candidates.begin(), candidates.end(), likelier)->logit;
    std::erase_if(candidates, [&](const Candidate& candidate) {
      return candidate.logit != top && candidate.logit < top + margin_;
    });
  }

 private:
  float margin_;
};

class Typical : public SamplerStep {
 public:
  explicit Typical(double mass) : mass_(mass) {}

  void apply(Candidates& candidates) override {
    const std::vector<double> p = probabilities(candidates);
    double entropy = 0.0;
    for (const double x : p) entropy -= x > 0.0 ? x * std::log(x) : 0.0;
    std::vector<std::pair<double, std::size_t>> order;  // distance of the surprise, place
    for (std::size_t i = 0; i < p.size(); ++i)
      order.emplace_back(std::fabs(-std::log(p[i]) - entropy), i);
    std::sort(order.begin(), order.end());
    std::vector<double> sorted;
    for (const auto& [distance, place] : order) sorted.push_back(p[place]);
    Candidates kept;
    for (std::size_t i = 0; i < count_to_reach(mass_, sorted); ++i)
      kept.push_back(candidates[order[i].second]);
    candidates = std::move(kept);
  }

 private:
  double mass_;
};

class Temperature : public SamplerStep {
 public:
  explicit Temperature(float temperature) : temperature_(temperature) {}

  void apply(Candidates& candidates) override {
    if (temperature_ == 0.0f) {
      candidates = {*std::min_element(candidates.begin(), candidates.end(), likelier)};
      return;
    }
    for (Candidate& candidate : candidates) candidate.logit /= temperature_;
  }

 private:
  float temperature_;
};

}  // namespace runtime_sampler_filters

std::unique_ptr<SamplerStep> make_top_k(std::int64_t count) {
  if (count < 1) throw RequestError(concat("[sampler] expected top_k >= 1, got ", count));
  return std::make_unique<runtime_sampler_filters::TopK>(static_cast<std::size_t>(count));
}

std::unique_ptr<SamplerStep> make_top_p(float mass) {
  using namespace runtime_sampler_filters;
  return std::make_unique<TopP>(double{share("top_p", mass)});
}

std::unique_ptr<SamplerStep> make_min_p(float least) {
  using namespace runtime_sampler_filters;
  return std::make_unique<MinP>(share("min_p", least));
}

std::unique_ptr<SamplerStep> make_typical(float mass) {
  using namespace runtime_sampler_filters;
  return std::make_unique<Typical>(double{share("typical", mass)});
}

std::unique_ptr<SamplerStep> make_temperature(float temperature) {
  // Written so that NaN is refused.
  if (!(temperature >= 0.0f))
    throw RequestError(concat("[sampler] expected temperature >= 0, got ", temperature));
  return std::make_unique<runtime_sampler_filters::Temperature>(temperature);
}

}  // namespace tern
