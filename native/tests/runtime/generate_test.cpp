#include "tern/generate.h"

#include <cmath>

#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/model_maker.h"

namespace tern {
namespace runtime_generate_test {

using Tokens = std::vector<std::int32_t>;

void samples_the_largest() {
  GreedySampler sampler;
  CHECK_EQUAL(sampler.sample(std::vector<float>{0.0f, 3.0f, 3.0f, -1.0f}), 1);
  CHECK_EQUAL(sampler.sample(std::vector<float>{std::nanf(""), -5.0f, -4.0f}), 2);
  CHECK_THROWS(RequestError, "at least one logit that is a number",
               sampler.sample(std::vector<float>{std::nanf("")}));
}

/// Every token again from nothing, without a cache.
Tokens generate_slowly(const std::shared_ptr<const Model>& model, Tokens tokens, int count) {
  GreedySampler sampler;
  const std::size_t start = tokens.size();
  for (int i = 0; i < count; ++i) {
    Session session(model);
    tokens.push_back(sampler.sample(session.decode(make_batch(tokens, 0, WantLogits::last))));
  }
  return {tokens.begin() + static_cast<std::ptrdiff_t>(start), tokens.end()};
}

void agrees_with_starting_over() {
  for (const char* architecture : {"llama", "qwen2", "gpt2"}) {
    const auto model = tiny_model({.architecture = architecture});
    const Tokens prompt{1, 2, 3, 4};
    Session session(model);
    GreedySampler sampler;
    const Tokens made = generate(session, sampler, prompt, 12);
    CHECK(made == generate_slowly(model, prompt, 12));
    CHECK_EQUAL(session.used(), 4 + 11);
  }
}

void continues_behind_its_own_sequence() {
  const auto model = tiny_model();
  Session session(model);
  const Tokens others(5, 7);
  session.decode(make_batch(others, 0, WantLogits::none, 3));
  GreedySampler sampler;
  const Tokens first = generate(session, sampler, Tokens{1, 2}, 3);
  CHECK(first == generate_slowly(model, {1, 2}, 3));
  CHECK_EQUAL(session.next_position(), 4);
}

void stops_where_it_is_told() {
  Session session(tiny_model());
  GreedySampler sampler;
  int calls = 0;
  const Tokens made =
      generate(session, sampler, Tokens{1}, 10, [&](std::int32_t) { return ++calls < 3; });
  CHECK_EQUAL(made.size(), 3u);
}

void stops_when_the_context_is_full() {
  Session session(tiny_model(), {.context = 6});
  GreedySampler sampler;
  CHECK_EQUAL(generate(session, sampler, Tokens{1, 2, 3}, 100).size(), 4u);
  CHECK_THROWS(RequestError, "[cache] expected at most 0 more tokens",
               generate(session, sampler, Tokens{1}, 1));
  CHECK_THROWS(RequestError, "expected at least one token of prompt",
               generate(session, sampler, {}, 1));
}

}  // namespace runtime_generate_test

void test_runtime_generate(TestTable& tests) {
  using namespace runtime_generate_test;
  tests.add("runtime_generate", "samples the largest", samples_the_largest);
  tests.add("runtime_generate", "agrees with starting over", agrees_with_starting_over);
  tests.add("runtime_generate", "continues behind its own sequence",
            continues_behind_its_own_sequence);
  tests.add("runtime_generate", "stops where it is told", stops_where_it_is_told);
  tests.add("runtime_generate", "stops when the context is full", stops_when_the_context_is_full);
}

}  // namespace tern
