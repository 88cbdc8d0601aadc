#include "tern/session.h"

#include <cmath>

#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/tiny_session.h"

namespace tern {
namespace runtime_session_test {

using Tokens = std::vector<std::int32_t>;

void agrees_between_prefill_and_decode() {
  for (const ModelRecipe& recipe : tiny_recipes()) {
    const auto model = tiny_model(recipe);
    Session session(model);
    std::vector<float> single;
    for (std::size_t i = 0; i < tiny_prompt.size(); ++i) {
      const auto logits =
          decode(session,
                 make_batch({&tiny_prompt[i], 1}, static_cast<std::int32_t>(i), WantLogits::last));
      single.insert(single.end(), logits.begin(), logits.end());
    }
    const auto all = prefill(model, {});
    CHECK_ALL_NEAR(single, all, 1e-4);
    // Later tokens must depend on earlier ones, or the comparison proves nothing.
    CHECK(std::fabs(all.front() - all[all.size() - static_cast<std::size_t>(tiny_vocab)]) > 1e-3);
  }
}

void does_not_depend_on_threads_or_batches() {
  const auto model = tiny_model();
  const auto expected = prefill(model, {});
  for (const int threads : {2, 3, 8})
    CHECK_ALL_NEAR(prefill(model, {.threads = threads}), expected, 0.0);
  for (const std::int64_t size : {1, 3, 9, 10})
    CHECK_ALL_NEAR(prefill(model, {.batch_size = size}), expected, 1e-4);
}

void keeps_sequences_apart() {
  const auto model = tiny_model();
  const auto expected = prefill(model, {});
  Session session(model);
  Batch mixed;
  const Batch ours = make_batch(tiny_prompt, 0, WantLogits::all, 4);
  for (std::size_t i = 0; i < tiny_prompt.size(); ++i) {
    mixed.push_back({40, static_cast<std::int32_t>(i), 1, false});
    mixed.push_back(ours[i]);
  }
  CHECK_ALL_NEAR(decode(session, mixed), expected, 1e-4);
}

void forgets() {
  const auto model = tiny_model();
  const auto expected = prefill(model, {});
  Session session(model);
  decode(session, make_batch(tiny_prompt, 0, WantLogits::none));
  session.forget(0, 4);
  CHECK_EQUAL(session.used(), 4);
  const auto rest =
      decode(session, make_batch(std::span(tiny_prompt).subspan(4), 4, WantLogits::all));
  const auto at = static_cast<std::size_t>(4 * tiny_vocab);
  CHECK_ALL_NEAR(rest, std::span(expected).subspan(at), 1e-4);
}

void gives_only_wanted_logits() {
  const auto model = tiny_model();
  const auto expected = prefill(model, {});
  Session session(model);
  Batch batch = make_batch(tiny_prompt, 0, WantLogits::none);
  batch[2].wants_logits = batch[7].wants_logits = true;
  const auto logits = decode(session, batch);
  const auto vocab = static_cast<std::size_t>(tiny_vocab);
  CHECK_EQUAL(logits.size(), 2 * vocab);
  CHECK_ALL_NEAR(std::span(logits).first(vocab), std::span(expected).subspan(2 * vocab, vocab),
                 1e-5);
  CHECK_ALL_NEAR(std::span(logits).last(vocab), std::span(expected).subspan(7 * vocab, vocab),
                 1e-5);
  session.forget(0);
  CHECK_EQUAL(decode(session, make_batch(tiny_prompt, 0, WantLogits::none)).size(), 0u);
  CHECK_EQUAL(decode(session, {}).size(), 0u);
}

void uses_what_was_reserved() {
  for (const ModelRecipe& recipe : tiny_recipes()) {
    Session session(tiny_model(recipe), {.context = 24, .batch_size = 8});
    const MemoryUse before = session.memory();
    CHECK(before.compute_reserved > 0);
    CHECK_EQUAL(before.compute_peak, 0u);
    Tokens many(24, 1);
    for (std::int32_t first = 0; first < 16; first += 4) {
      decode(session, make_batch(std::span(many).first(4), first, WantLogits::last));
      CHECK(session.memory().compute_peak <= before.compute_reserved);
    }
    // Now the largest step: a full batch with all logits that fills the cache.
    decode(session, make_batch(std::span(many).first(8), 16, WantLogits::all));
    CHECK_EQUAL(session.memory().compute_peak, before.compute_reserved);
    CHECK_EQUAL(session.memory().compute_reserved, before.compute_reserved);
  }
}

void counts_copies_of_weights() {
  Session session(tiny_model(), {.context = 8});
  CHECK_EQUAL(session.memory().copies, 0u);
  decode(session, make_batch(Tokens{1, 2}, 0, WantLogits::last));
  const std::size_t copies = session.memory().copies;
  CHECK(copies > 0);
  decode(session, make_batch(Tokens{3}, 2, WantLogits::last));
  CHECK_EQUAL(session.memory().copies, copies);
}

void stores_the_cache_in_half_precision() {
  const auto model = tiny_model();
  const auto expected = prefill(model, {});
  const auto half = prefill(model, {.cache_type = Type::f16});
  CHECK_ALL_NEAR(half, expected, 0.05);
  CHECK(half != expected);
  CHECK_ALL_NEAR(prefill(model, {.cache_type = Type::bf16}), expected, 0.3);
  CHECK_THROWS(RequestError, "[cache] expected type F32, F16 or BF16, got Q8_0",
               Session(model, {.cache_type = Type::q8_0}));
}

/// Token by token after a prompt, so that both ways of sharing the work are seen.
std::vector<float> decode(const std::shared_ptr<const Model>& model,
                          const SessionOptions& options) {
  Session session(model, options);
  std::vector<float> logits = decode(session, make_batch(tiny_prompt, 0, WantLogits::all));
  for (std::int32_t position = 10; position < 20; ++position) {
    const std::int32_t token = position % tiny_vocab;
    const auto next = decode(session, make_batch({&token, 1}, position, WantLogits::last));
    logits.insert(logits.end(), next.begin(), next.end());
  }
  return logits;
}

/// The root of the mean squared difference as a part of that of the values. Single logits move by
/// more where a key or value falls on the other side of a rounding to half precision.
double distance(const std::vector<float>& a, const std::vector<float>& b) {
  double difference = 0.0;
  double size = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference += std::pow(a[i] - b[i], 2);
    size += std::pow(b[i], 2);
  }
  return std::sqrt(difference / size);
}

void agrees_with_flash_attention() {
  for (const ModelRecipe& recipe : tiny_recipes()) {
    const auto model = tiny_model(recipe);
    for (const Type type : {Type::f32, Type::f16}) {
      const auto plain = decode(model, {.cache_type = type});
      const auto at_once =
          decode(model, {.threads = 2, .cache_type = type, .flash_attention = true});
      CHECK_NEAR(distance(at_once, plain), 0.0, type == Type::f32 ? 1e-6 : 1e-4);
      CHECK_ALL_NEAR(at_once, plain, type == Type::f32 ? 2e-5 : 1e-3);
    }
  }
}

void refuses_bad_requests_and_stays_as_it_was() {
  Session session(tiny_model({.architecture = "gpt2"}), {.context = 200});
  decode(session, make_batch(tiny_prompt, 0, WantLogits::none));
  CHECK_THROWS(RequestError, "[batch] expected a token from 0 to 47, got 48",
               session.decode({{48, 10, 0, true}}));
  CHECK_THROWS(RequestError, "got -1", session.decode({{-1, 10, 0, true}}));
  CHECK_THROWS(RequestError, "[batch] expected a position from 0 to 39, got 40",
               session.decode({{1, 40, 0, true}}));
  CHECK_THROWS(RequestError, "[batch] expected a sequence >= 0, got -1",
               session.decode({{1, 10, -1, true}}));
  CHECK_THROWS(RequestError, "[cache] expected at most 190 more tokens, got 191",
               session.decode(Batch(191)));
  CHECK_EQUAL(session.used(), 10);
  CHECK_THROWS(RequestError, "expected batch_size from 1",
               Session(tiny_model(), {.batch_size = 0}));
  CHECK_THROWS(RequestError, "expected context from 1", Session(tiny_model(), {.context = -5}));
  CHECK_THROWS(RequestError, "[threads] expected 1 to 1024", Session(tiny_model(), {.threads = 0}));
}

}  // namespace runtime_session_test

void test_runtime_session(TestTable& tests) {
  using namespace runtime_session_test;
  tests.add("runtime_session", "agrees between prefill and decode",
            agrees_between_prefill_and_decode);
  tests.add("runtime_session", "does not depend on threads or batches",
            does_not_depend_on_threads_or_batches);
  tests.add("runtime_session", "keeps sequences apart", keeps_sequences_apart);
  tests.add("runtime_session", "forgets", forgets);
  tests.add("runtime_session", "gives only wanted logits", gives_only_wanted_logits);
  tests.add("runtime_session", "uses what was reserved", uses_what_was_reserved);
  tests.add("runtime_session", "counts copies of weights", counts_copies_of_weights);
  tests.add("runtime_session", "stores the cache in half precision",
            stores_the_cache_in_half_precision);
  tests.add("runtime_session", "agrees with flash attention", agrees_with_flash_attention);
  tests.add("runtime_session", "refuses bad requests and stays as it was",
            refuses_bad_requests_and_stays_as_it_was);
}

}  // namespace tern
