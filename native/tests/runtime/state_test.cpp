#include <algorithm>
#include <cmath>
#include <cstdio>

#include "tern/error.h"
#include "tern/session.h"
#include "tests/support/check.h"
#include "tests/support/tiny_session.h"

namespace tern {
namespace runtime_state_test {

using Tokens = std::vector<std::int32_t>;
using State = std::vector<std::byte>;
const Tokens others{1, 2, 3, 4, 5, 6};

void restores_all() {
  for (const auto& model : tiny_models()) {
    Session session(model);
    read_prompt(session, 2);
    session.decode(make_batch(others, 0, WantLogits::none, 0));
    session.copy(2, 5);
    const State state = session.save();
    Session other(model);
    read_prompt(other, 7);
    other.restore(state);
    CHECK_EQUAL(other.used(), 16);
    CHECK_EQUAL(other.next_position(7), 0);
    CHECK_EQUAL(other.next_position(0), 6);
    CHECK(other.save() == state);
    CHECK_ALL_NEAR(ask_behind(other, 2), expected_behind(model), 1e-5);
    CHECK_ALL_NEAR(ask_behind(other, 5), expected_behind(model), 1e-5);
  }
}

void restores_a_sequence_into_scattered_cells() {
  for (const auto& model : tiny_models()) {
    Session source(model);
    read_prompt(source, 4);
    const State state = source.save(4);
    Session session(model);
    session.decode(make_batch(others, 0, WantLogits::none, 1));
    session.decode(make_batch(others, 0, WantLogits::none, 2));
    session.decode(make_batch(others, 6, WantLogits::none, 1));
    for (std::int32_t position = 0; position < 12; position += 2)
      session.forget(1, position, position + 1);
    const State untouched = session.save(2);
    session.restore(state, 9);
    CHECK_EQUAL(session.next_position(9), 10);
    CHECK(session.save(9) == state);
    CHECK(session.save(2) == untouched);
    CHECK_ALL_NEAR(ask_behind(session, 9), expected_behind(model), 1e-5);
  }
}

void keeps_states_in_files() {
  const auto model = tiny_model();
  const auto path = std::filesystem::temp_directory_path() / "tern-state-test.bin";
  Session session(model);
  read_prompt(session);
  session.save_file(path);
  Session other(model);
  other.restore_file(path);
  CHECK_ALL_NEAR(ask_behind(other), expected_behind(model), 1e-5);
  session.save_file(path, 0);
  other.restore_file(path, 3);
  CHECK_ALL_NEAR(ask_behind(other, 3), expected_behind(model), 1e-5);
  std::filesystem::remove(path);
  CHECK_THROWS(FileError, "tern-state-test.bin: cannot read", other.restore_file(path));
}

void refuses_what_is_not_its_own() {
  const auto model = tiny_model();
  Session session(model);
  read_prompt(session);
  const State state = session.save();
  const State one = session.save(0);
  Session target(model, {.context = 12});
  read_prompt(target, 6);
  const auto refuses = [&](Session& by, const State& what, const char* part) {
    CHECK_THROWS(RequestError, part, by.restore(what));
  };
  refuses(target, one, "expected a state of all sequences, got one sequence");
  CHECK_THROWS(RequestError, "of one sequence, got all", target.restore(state, 0));
  CHECK_THROWS(RequestError, "expected at most 2 tokens, got 10", target.restore(one, 0));
  Session half(model, {.cache_type = Type::f16});
  refuses(half, state, "expected a state with cells of F16");
  Session grouped(tiny_model({.grouped_heads = true}));
  refuses(grouped, state, "width 16 window 0");
  Session gpt2(tiny_model({.architecture = "gpt2"}));
  refuses(gpt2, state, "expected a state of a model of gpt2, got llama");
  CHECK_EQUAL(target.next_position(6), 10);
  CHECK_ALL_NEAR(ask_behind(target, 6), expected_behind(model), 1e-5);
}

void refuses_broken_bytes() {
  Session session(tiny_model());
  read_prompt(session);
  const State state = session.save();
  for (std::size_t size = 0; size < state.size(); size += size < 400 ? 1 : 97) {
    CHECK_THROWS(FileError, "[state]", session.restore(std::span(state).first(size)));
  }
  State longer = state;
  longer.push_back(std::byte{});
  CHECK_THROWS(FileError, "expected the end, got 1 more", session.restore(longer));
  // Whatever a byte becomes, it is refused or makes another state, but nothing breaks.
  for (std::size_t at = 0; at < std::min<std::size_t>(state.size(), 600); ++at) {
    State changed = state;
    changed[at] ^= std::byte{0xff};
    try {
      session.restore(changed);
    } catch (const Error&) {
    }
  }
  session.restore(state);
  CHECK(session.save() == state);
}

}  // namespace runtime_state_test

void test_runtime_state(TestTable& tests) {
  using namespace runtime_state_test;
  const auto add = [&](const char* name, void (*body)()) {
    tests.add("runtime_state", name, body);
  };
  add("restores all", restores_all);
  add("restores a sequence into scattered cells", restores_a_sequence_into_scattered_cells);
  add("keeps states in files", keeps_states_in_files);
  add("refuses what is not its own", refuses_what_is_not_its_own);
  add("refuses broken bytes", refuses_broken_bytes);
}

}  // namespace tern
