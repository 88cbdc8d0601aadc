#include "tern/sampler.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tern/error.h"
#include "tests/support/check.h"

namespace tern {
namespace runtime_sampler_test {

using Tokens = std::vector<std::int32_t>;

/// Logits of tokens 0, 1, … with these probabilities.
std::vector<Candidate> candidates(const std::vector<double>& probabilities) {
  std::vector<Candidate> made;
  for (const double p : probabilities)
    made.push_back({static_cast<std::int32_t>(made.size()), static_cast<float>(std::log(p))});
  return made;
}

Tokens tokens_left(SamplerStep& step, std::vector<Candidate> all) {
  step.apply(all);
  Tokens tokens;
  for (const Candidate& candidate : all) tokens.push_back(candidate.token);
  std::sort(tokens.begin(), tokens.end());
  return tokens;
}

void keeps_the_likeliest() {
  const auto all = candidates({0.1, 0.4, 0.2, 0.3});
  CHECK(tokens_left(*make_top_k(2), all) == (Tokens{1, 3}));
  CHECK(tokens_left(*make_top_k(9), all) == (Tokens{0, 1, 2, 3}));
  CHECK(tokens_left(*make_top_p(0.65f), all) == (Tokens{1, 3}));
  CHECK(tokens_left(*make_top_p(0.75f), all) == (Tokens{1, 2, 3}));
  CHECK(tokens_left(*make_top_p(0.0f), all) == (Tokens{1}));
  CHECK(tokens_left(*make_min_p(0.6f), all) == (Tokens{1, 3}));
  CHECK(tokens_left(*make_min_p(0.4f), all) == (Tokens{1, 2, 3}));
  CHECK(tokens_left(*make_min_p(1.0f), all) == (Tokens{1}));
  CHECK(tokens_left(*make_temperature(0.0f), all) == (Tokens{1}));
}

void keeps_the_typical() {
  // Entropy 1.28: surprises 2.30, 0.92, 1.61, 1.20 are off by 1.02, 0.36, 0.33, 0.08.
  const auto all = candidates({0.1, 0.4, 0.2, 0.3});
  CHECK(tokens_left(*make_typical(0.2f), all) == (Tokens{3}));
  CHECK(tokens_left(*make_typical(0.45f), all) == (Tokens{2, 3}));
  CHECK(tokens_left(*make_typical(0.85f), all) == (Tokens{1, 2, 3}));
}

void lowers_what_was_said() {
  const auto step =
      make_penalties({.last = 3, .repeat = 2.0f, .frequency = 0.5f, .presence = 1.0f});
  for (const std::int32_t token : {2, 0, 1, 1}) step->accept(token);
  std::vector<Candidate> all{{0, 4.0f}, {1, -4.0f}, {2, 4.0f}};
  step->apply(all);
  CHECK_NEAR(all[0].logit, 4.0 / 2.0 - 0.5 - 1.0, 1e-6);
  CHECK_NEAR(all[1].logit, -4.0 * 2.0 - 2 * 0.5 - 1.0, 1e-6);
  CHECK_NEAR(all[2].logit, 4.0, 0.0);  // too long ago
  step->reset();
  step->apply(all);
  CHECK_NEAR(all[2].logit, 4.0, 0.0);
}

std::vector<float> logits_of(const std::vector<double>& probabilities) {
  std::vector<float> logits;
  for (const Candidate& c : candidates(probabilities)) logits.push_back(c.logit);
  return logits;
}

void draws_by_probability() {
  const std::vector<double> p{0.5, 0.1, 0.0, 0.4};
  const std::vector<float> logits = logits_of(p);
  SamplerChain chain(7);
  std::vector<double> counts(4);
  constexpr int draws = 20000;
  for (int i = 0; i < draws; ++i) ++counts[static_cast<std::size_t>(chain.sample(logits))];
  // Five standard deviations of a count.
  for (std::size_t i = 0; i < 4; ++i)
    CHECK_NEAR(counts[i], draws * p[i], 5.0 * std::sqrt(draws * p[i] * (1.0 - p[i])));
}

void repeats_with_the_seed() {
  const std::vector<float> logits = logits_of({0.2, 0.3, 0.1, 0.4});
  const auto draw = [&](Sampler& sampler) {
    Tokens tokens;
    for (int i = 0; i < 32; ++i) tokens.push_back(sampler.sample(logits));
    return tokens;
  };
  const auto sampler = make_sampler({.seed = 5, .temperature = 1.5f});
  const Tokens first = draw(*sampler);
  CHECK(draw(*sampler) != first);
  sampler->reset();
  CHECK(draw(*sampler) == first);
  CHECK(draw(*make_sampler({.seed = 5, .temperature = 1.5f})) == first);
  CHECK(draw(*make_sampler({.seed = 6, .temperature = 1.5f})) != first);
  CHECK(draw(*make_sampler({.temperature = 0.0f})) == Tokens(32, 3));
  // What the chain chose itself counts for penalties.
  const auto varied = make_sampler({.penalties = {.repeat = 50.0f}, .temperature = 0.0f});
  CHECK((Tokens{varied->sample(logits), varied->sample(logits)}) == (Tokens{3, 1}));
}

void bears_odd_logits() {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  for (const float temperature : {0.0f, 0.7f}) {
    const SamplingOptions options{.typical = 0.9f, .temperature = temperature};
    CHECK_EQUAL(make_sampler(options)->sample(std::vector<float>{nan, -infinity, 2.0f}), 2);
    CHECK_EQUAL(make_sampler(options)->sample(std::vector<float>{0.0f, infinity, 2.0f}), 1);
    CHECK_EQUAL(make_sampler(options)->sample(std::vector<float>{-infinity}), 0);
    CHECK_THROWS(RequestError, "expected at least one logit",
                 make_sampler(options)->sample(std::vector<float>{nan}));
  }
}

void refuses_values_out_of_range() {
  CHECK_THROWS(RequestError, "expected top_k >= 1, got -1", make_sampler({.top_k = -1}));
  CHECK_THROWS(RequestError, "expected top_p from 0 to 1, got 1.5", make_sampler({.top_p = 1.5f}));
  CHECK_THROWS(RequestError, "expected min_p from 0 to 1", make_sampler({.min_p = -1.0f}));
  CHECK_THROWS(RequestError, "expected typical from 0 to 1", make_sampler({.typical = -1.0f}));
  CHECK_THROWS(RequestError, "expected temperature >= 0", make_sampler({.temperature = -1.0f}));
  CHECK_THROWS(RequestError, "expected repeat penalty > 0", make_penalties({.repeat = 0.0f}));
  CHECK_THROWS(RequestError, "expected penalties of last >= 0", make_penalties({.last = -1}));
}

}  // namespace runtime_sampler_test

void test_runtime_sampler(TestTable& tests) {
  using namespace runtime_sampler_test;
  tests.add("runtime_sampler", "keeps the likeliest", keeps_the_likeliest);
  tests.add("runtime_sampler", "keeps the typical", keeps_the_typical);
  tests.add("runtime_sampler", "lowers what was said", lowers_what_was_said);
  tests.add("runtime_sampler", "draws by probability", draws_by_probability);
  tests.add("runtime_sampler", "repeats with the seed", repeats_with_the_seed);
  tests.add("runtime_sampler", "bears odd logits", bears_odd_logits);
  tests.add("runtime_sampler", "refuses values out of range", refuses_values_out_of_range);
}

}  // namespace tern
