#include <cmath>

#include "tern/error.h"
#include "tern/session.h"
#include "tests/support/check.h"
#include "tests/support/model_maker.h"

namespace tern {
namespace runtime_drafts_test {

using Tokens = std::vector<std::int32_t>;
using Floats = std::vector<float>;
const Tokens prompt{3, 14, 15, 9, 26, 5, 35, 8, 9, 7};
const ModelRecipe plain{.architecture = "hy_v3"};
const ModelRecipe with_one{.architecture = "hy_v3", .drafts = 1};
const ModelRecipe with_two{.architecture = "hy_v3", .drafts = 2};
const ModelRecipe drafts_only{.architecture = "hy_v3", .drafts = 2, .trunk = false};
const SessionOptions drafts{.held = HeldLayers::drafts};

Floats copy(std::span<const float> values) { return {values.begin(), values.end()}; }

Batch next_tokens(WantLogits want = WantLogits::all) {
  return make_batch(std::span(prompt).subspan(1), 1, want);
}

/// The states of all tokens of the prompt but the last.
Floats trunk_states(const std::shared_ptr<const Model>& model) {
  Session trunk(model);
  const DraftRows rows =
      trunk.decode_with_states(make_batch(std::span(prompt).first(9), 0, WantLogits::all));
  return copy(rows.states);
}

struct Drafted {
  Floats logits, states;
};

Drafted draft(const std::shared_ptr<const Model>& model, const SessionOptions& options,
              const Floats& states, std::size_t head = 0) {
  Session session(model, options);
  const DraftRows rows = session.draft(next_tokens(), states, head);
  return {copy(rows.logits), copy(rows.states)};
}

void keeps_only_what_is_held() {
  const auto cache = [](const ModelRecipe& recipe, const SessionOptions& options) {
    return Session(tiny_model(recipe), options).memory().cache;
  };
  // Three layers in all, equally large.
  CHECK_EQUAL(cache(with_one, {}), cache(plain, {}));
  CHECK_EQUAL(2 * cache(with_one, drafts), cache(plain, {}));
  CHECK_EQUAL(cache(with_two, drafts), cache(plain, {}));
}

void leaves_the_trunk_alone() {
  const Batch batch = make_batch(prompt, 0, WantLogits::all);
  Session session(tiny_model(with_one));
  Session other(tiny_model(plain));
  const Floats expected = copy(other.decode(batch));
  CHECK_ALL_NEAR(copy(session.decode(batch)), expected, 0.0);
  session.forget(0);
  CHECK_ALL_NEAR(copy(session.decode_with_states(batch).logits), expected, 0.0);
}

void hands_on_what_the_head_gets() {
  const auto model = tiny_model(with_one);
  Session session(model);
  const Batch batch = make_batch(prompt, 0, WantLogits::all);
  const Floats states = copy(session.decode_with_states(batch).states);
  session.forget(0);
  CHECK_ALL_NEAR(states, copy(session.embed(batch)), 0.0);
}

void goes_token_by_token() {
  const auto model = tiny_model(with_two);
  const Floats states = trunk_states(model);
  const std::size_t width = states.size() / 9;
  for (const std::size_t head : {0, 1}) {
    const Drafted expected = draft(model, drafts, states, head);
    Session session(model, drafts);
    Drafted single;
    for (std::size_t i = 0; i < 9; ++i) {
      const Batch batch = make_batch(std::span(prompt).subspan(i + 1, 1),
                                     static_cast<std::int32_t>(i + 1), WantLogits::all);
      const DraftRows rows =
          session.draft(batch, std::span(states).subspan(i * width, width), head);
      single.logits.insert(single.logits.end(), rows.logits.begin(), rows.logits.end());
      single.states.insert(single.states.end(), rows.states.begin(), rows.states.end());
    }
    CHECK_ALL_NEAR(single.logits, expected.logits, 1e-4);
    CHECK_ALL_NEAR(single.states, expected.states, 1e-4);
    SessionOptions small = drafts;
    small.batch_size = 4;
    CHECK_ALL_NEAR(draft(model, small, states, head).logits, expected.logits, 1e-4);
  }
}

/// How far apart the logits are.
double distance(const Floats& a, const Floats& b) {
  double most = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i)
    most = std::max(most, std::fabs(double{a[i]} - double{b[i]}));
  return most;
}

void depends_on_head_and_states() {
  const auto model = tiny_model(with_two);
  Floats states = trunk_states(model);
  const Drafted first = draft(model, drafts, states);
  CHECK(distance(first.logits, draft(model, drafts, states, 1).logits) > 1e-3);
  // Later tokens see the states of earlier ones.
  states.front() += 1.0f;
  const Floats changed = draft(model, drafts, states).logits;
  const std::size_t last = changed.size() - static_cast<std::size_t>(tiny_vocab);
  CHECK(distance({changed.begin() + static_cast<std::ptrdiff_t>(last), changed.end()},
                 {first.logits.begin() + static_cast<std::ptrdiff_t>(last), first.logits.end()}) >
        1e-6);
}

void needs_no_trunk() {
  const Floats states = trunk_states(tiny_model(with_two));
  const Floats expected = draft(tiny_model(with_two), drafts, states).logits;
  // There is nothing else that a session could hold.
  for (const HeldLayers held : {HeldLayers::drafts, HeldLayers::trunk}) {
    SessionOptions options;
    options.held = held;
    const auto model = tiny_model(drafts_only);
    CHECK(draft(model, options, states).logits.size() == expected.size());
    CHECK_EQUAL(Session(model, options).memory().cache, Session(model, drafts).memory().cache);
  }
}

void saves_and_restores() {
  const auto model = tiny_model(with_one);
  const Floats states = trunk_states(model);
  const std::size_t width = states.size() / 9;
  Session session(model, drafts);
  const Batch batch = next_tokens();
  session.draft({batch.begin(), batch.begin() + 8}, std::span(states).first(8 * width));
  const auto saved = session.save();
  const Batch rest{batch.back()};
  const auto tail = std::span(states).last(width);
  const Floats expected = copy(session.draft(rest, tail).logits);
  Session other(model, drafts);
  other.restore(saved);
  CHECK_ALL_NEAR(copy(other.draft(rest, tail).logits), expected, 0.0);
  Session trunk(model);
  CHECK_THROWS(RequestError, "[state] expected a state with", trunk.restore(saved));
}

void says_what_is_missing() {
  CHECK_THROWS(RequestError, "expected a model with draft heads", Session(tiny_model(), drafts));
  CHECK_THROWS(RequestError, "got hy_v3 without", Session(tiny_model(plain), drafts));
  const auto model = tiny_model(with_one);
  Session trunk(model);
  Session heads(model, drafts);
  const Floats states = trunk_states(model);
  CHECK_THROWS(RequestError, "got the trunk", trunk.draft(next_tokens(), states));
  CHECK_THROWS(RequestError, "expected states", heads.decode(next_tokens()));
  CHECK_THROWS(RequestError, "expected states", heads.embed(next_tokens()));
  CHECK_THROWS(RequestError, "expected states", heads.decode_with_states(next_tokens()));
  CHECK_THROWS(RequestError, "expected a draft head from 0 to 0, got 1",
               heads.draft(next_tokens(), states, 1));
  CHECK_THROWS(RequestError, "expected 288 floats of states, 32 for each token, got 287",
               heads.draft(next_tokens(), std::span(states).first(287)));
  CHECK_EQUAL(heads.used(), 0);
}

void names_what_a_file_lacks() {
  ModelRecipe recipe = with_one;
  recipe.without = "blk.2.nextn.hnorm.weight";
  CHECK_THROWS(ModelError, "blk.2.nextn.hnorm.weight", tiny_model(recipe));
  // Heads may be in a file of their own.
  recipe.without = "blk.2.nextn.eh_proj.weight";
  CHECK_THROWS(RequestError, "got hy_v3 without", Session(tiny_model(recipe), drafts));
  recipe.without = "blk.0.attn_q.weight";
  CHECK_THROWS(ModelError, "blk.0.attn_q.weight", tiny_model(recipe));
}

}  // namespace runtime_drafts_test

void test_runtime_drafts(TestTable& tests) {
  using namespace runtime_drafts_test;
  tests.add("runtime_drafts", "keeps only what is held", keeps_only_what_is_held);
  tests.add("runtime_drafts", "leaves the trunk alone", leaves_the_trunk_alone);
  tests.add("runtime_drafts", "hands on what the head gets", hands_on_what_the_head_gets);
  tests.add("runtime_drafts", "goes token by token", goes_token_by_token);
  tests.add("runtime_drafts", "depends on head and states", depends_on_head_and_states);
  tests.add("runtime_drafts", "needs no trunk", needs_no_trunk);
  tests.add("runtime_drafts", "saves and restores", saves_and_restores);
  tests.add("runtime_drafts", "says what is missing", says_what_is_missing);
  tests.add("runtime_drafts", "names what a file lacks", names_what_a_file_lacks);
}

}  // namespace tern
