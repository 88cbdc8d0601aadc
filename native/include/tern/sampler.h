#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace tern {

/// Chooses the next token.
class Sampler {
 public:
  virtual ~Sampler() = default;
  /// `logits` is not empty. Throws RequestError if none of them is a number.
  virtual std::int32_t sample(std::span<const float> logits) = 0;
  /// Tells of a token of the text that was not chosen here, such as one of the prompt.
  virtual void accept(std::int32_t /*token*/) {}
  /// Forgets the text and draws again as from the start.
  virtual void reset() {}
};

/// Always the most likely token; of equal ones the first.
class GreedySampler : public Sampler {
 public:
  std::int32_t sample(std::span<const float> logits) override;
};

/// A token that may come next, while a chain decides.
struct Candidate {
  std::int32_t token = 0;
  float logit = 0.0f;
};

/// One step of a chain: changes logits or takes candidates away. Leaves at least one.
class SamplerStep {
 public:
  virtual ~SamplerStep() = default;
  virtual void apply(std::vector<Candidate>& candidates) = 0;
  virtual void accept(std::int32_t /*token*/) {}
  virtual void reset() {}
};

/// Lets steps change the candidates, one after another, and draws from what is left with the
/// probabilities of their logits. The same seed and the same logits give the same tokens on every
/// machine.
class SamplerChain : public Sampler {
 public:
  explicit SamplerChain(std::uint64_t seed);
  ~SamplerChain() override;

  void add(std::unique_ptr<SamplerStep> step);
  std::int32_t sample(std::span<const float> logits) override;
  void accept(std::int32_t token) override;
  void reset() override;

 private:
  double uniform();

  std::vector<std::unique_ptr<SamplerStep>> steps_;
  std::uint64_t seed_;
  std::uint64_t state_;
};

/// Counts of the last `last` tokens lower logits: by `repeat` as a factor, by `frequency` for each
/// time and by `presence` once.
struct PenaltyOptions {
  std::int32_t last = 64;  ///< 0: none
  float repeat = 1.0f;     ///< 1: none
  float frequency = 0.0f;
  float presence = 0.0f;
};

/// Steps. Each throws RequestError for a value out of its range.
std::unique_ptr<SamplerStep> make_penalties(const PenaltyOptions& options);
/// The `count` likeliest; count >= 1.
std::unique_ptr<SamplerStep> make_top_k(std::int64_t count);
/// The likeliest that together have a probability of at least `mass`, from 0 to 1.
std::unique_ptr<SamplerStep> make_top_p(float mass);
/// Those with at least `share` of the probability of the likeliest, from 0 to 1.
std::unique_ptr<SamplerStep> make_min_p(float share);
/// Those whose surprise is nearest to the expected one and that together have at least `mass`.
std::unique_ptr<SamplerStep> make_typical(float mass);
/// Divides logits; 0 leaves the likeliest only.
std::unique_ptr<SamplerStep> make_temperature(float temperature);

/// How texts are drawn; a step that would do nothing is left out.
struct SamplingOptions {
  std::uint64_t seed = 0;
  PenaltyOptions penalties{};
  std::int64_t top_k = 40;  ///< 0: all
  float typical = 1.0f;
  float top_p = 0.95f;
  float min_p = 0.05f;
  float temperature = 0.8f;  ///< 0: always the likeliest
};

/// The chain: penalties, top-k, typical, top-p, min-p, temperature.
std::unique_ptr<Sampler> make_sampler(const SamplingOptions& options);

}  // namespace tern
