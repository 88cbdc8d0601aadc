#include <algorithm>
#include <cmath>

#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/tiny_session.h"

namespace tern {
namespace runtime_sequences_test {

const std::vector<std::int32_t> others{1, 2, 3, 4, 5, 6};

void copies_and_keeps() {
  for (const auto& model : tiny_models()) {
    Session session(model);
    read_prompt(session);
    session.copy(0, 3);
    CHECK_EQUAL(session.used(), 10);
    CHECK_EQUAL(session.next_position(3), 10);
    session.decode(make_batch(others, 10, WantLogits::none, 0));
    session.keep(3);
    CHECK_EQUAL(session.used(), 10);
    CHECK_ALL_NEAR(ask_behind(session, 3), expected_behind(model), 1e-5);
  }
}

void shifts() {
  // What stays behind must give the same as if it had come first.
  for (const char* architecture : {"llama", "qwen2"}) {
    const auto model = tiny_model({.architecture = architecture});
    Session session(model);
    session.decode(make_batch(tiny_prompt, 5, WantLogits::none));
    session.shift(0, 5, -1, -5);
    CHECK_EQUAL(session.next_position(), 10);
    const auto want = expected_behind(model);
    CHECK_ALL_NEAR(ask_behind(session), want, 1e-4);
    session.forget(0, 10);
    session.shift(0, 4, -1, 20);
    CHECK_EQUAL(session.next_position(), 30);
    session.shift(0, 24, 30, -20);
    CHECK_ALL_NEAR(ask_behind(session), want, 1e-4);
  }
}

void shows_distances() {
  // The two parts of the text are further apart: another result, or the test above proves nothing.
  const auto model = tiny_model();
  Session session(model);
  read_prompt(session);
  session.shift(0, 5, -1, 7);
  const auto apart = decode(session, {{11, 17, 0, true}});
  const auto want = expected_behind(model);
  double worst = 0.0;
  for (std::size_t i = 0; i < want.size(); ++i)
    worst = std::max(worst, std::fabs(double{apart[i]} - double{want[i]}));
  CHECK(worst > 1e-2);
}

void refuses_shifts() {
  Session session(tiny_model());
  read_prompt(session);
  CHECK_THROWS(RequestError, "expected positions >= 0 after a shift, got -1",
               session.shift(0, 0, -1, -1));
  session.copy(0, 1, 0, 4);
  CHECK_THROWS(RequestError, "which others share", session.shift(0, 0, -1, 1));
  session.shift(0, 4, -1, 1);
  Session learned(tiny_model({.architecture = "gpt2"}));
  CHECK_THROWS(RequestError, "got learned positions", learned.shift(0, 0, -1, 1));
}

void leaves_other_sequences_alone() {
  for (const auto& model : tiny_models()) {
    Session session(model);
    read_prompt(session, 0);
    read_prompt(session, 1);
    const std::vector<std::byte> before = session.save(1);
    session.forget(0);
    CHECK(session.save(1) == before);
    CHECK_ALL_NEAR(ask_behind(session, 1), expected_behind(model), 1e-5);
  }
}

}  // namespace runtime_sequences_test

void test_runtime_sequences(TestTable& tests) {
  using namespace runtime_sequences_test;
  tests.add("runtime_sequences", "copies and keeps", copies_and_keeps);
  tests.add("runtime_sequences", "shifts", shifts);
  tests.add("runtime_sequences", "shows distances", shows_distances);
  tests.add("runtime_sequences", "refuses shifts", refuses_shifts);
  tests.add("runtime_sequences", "leaves other sequences alone", leaves_other_sequences_alone);
}

}  // namespace tern
