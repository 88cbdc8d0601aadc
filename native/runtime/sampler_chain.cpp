#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "tern/error.h"
#include "tern/sampler.h"

namespace tern {
namespace runtime_sampler_chain {

std::vector<Candidate> candidates_of(std::span<const float> logits) {
  std::vector<Candidate> candidates;
  candidates.reserve(logits.size());
  for (std::size_t i = 0; i < logits.size(); ++i) {
    if (!std::isnan(logits[i])) candidates.push_back({static_cast<std::int32_t>(i), logits[i]});
  }
  if (candidates.empty())
    throw RequestError("[sampler] expected at least one logit that is a number, got none");
  return candidates;
}

/// The distributions of the standard library differ between implementations; SplitMix64 does not.
std::uint64_t next(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15u;
  std::uint64_t x = state;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// What each candidate weighs; the likeliest weighs 1.
std::vector<double> weigh(const std::vector<Candidate>& candidates) {
  float top = candidates.front().logit;
  for (const Candidate& candidate : candidates) top = std::max(top, candidate.logit);
  std::vector<double> weights;
  weights.reserve(candidates.size());
  for (const Candidate& candidate : candidates) {
    // Infinite logits have no difference; equal ones are equally likely.
    const double below = candidate.logit == top ? 0.0 : double{candidate.logit} - double{top};
    weights.push_back(std::exp(below));
  }
  return weights;
}

}  // namespace runtime_sampler_chain

SamplerChain::SamplerChain(std::uint64_t seed) : seed_(seed), state_(seed) {}
SamplerChain::~SamplerChain() = default;

void SamplerChain::add(std::unique_ptr<SamplerStep> step) { steps_.push_back(std::move(step)); }

double SamplerChain::uniform() {
  return static_cast<double>(runtime_sampler_chain::next(state_) >> 11) * 0x1p-53;
}

std::int32_t SamplerChain::sample(std::span<const float> logits) {
  std::vector<Candidate> candidates = runtime_sampler_chain::candidates_of(logits);
  for (const auto& step : steps_) step->apply(candidates);
  const std::vector<double> weights = runtime_sampler_chain::weigh(candidates);
  double left = uniform() * std::accumulate(weights.begin(), weights.end(), 0.0);
  std::size_t chosen = 0;
  while (chosen + 1 < weights.size() && left >= weights[chosen]) left -= weights[chosen++];
  const std::int32_t token = candidates[chosen].token;
  accept(token);
  return token;
}

void SamplerChain::accept(std::int32_t token) {
  for (const auto& step : steps_) step->accept(token);
}

void SamplerChain::reset() {
  for (const auto& step : steps_) step->reset();
  state_ = seed_;
}

std::unique_ptr<Sampler> make_sampler(const SamplingOptions& options) {
  auto chain = std::make_unique<SamplerChain>(options.seed);
  const PenaltyOptions& p = options.penalties;
  const bool penalizes = p.repeat != 1.0f || p.frequency != 0.0f || p.presence != 0.0f;
  if (penalizes && p.last != 0) chain->add(make_penalties(p));
  if (options.top_k != 0) chain->add(make_top_k(options.top_k));
  if (options.typical != 1.0f) chain->add(make_typical(options.typical));
  if (options.top_p != 1.0f) chain->add(make_top_p(options.top_p));
  if (options.min_p != 0.0f) chain->add(make_min_p(options.min_p));
  if (options.temperature != 1.0f) chain->add(make_temperature(options.temperature));
  return chain;
}

}  // namespace tern
