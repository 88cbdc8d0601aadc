#include "runtime/split.h"

#include "tests/support/check.h"

namespace tern {
namespace runtime_split_test {

using Entries = std::vector<std::size_t>;

/// A batch with one token of each of these sequences.
Batch of_sequences(const std::vector<std::int32_t>& sequences) {
  Batch batch;
  for (const std::int32_t sequence : sequences) batch.push_back({.sequence = sequence});
  return batch;
}

void keeps_the_order_of_entries() {
  const auto steps = split_batch(of_sequences({0, 1, 0, 1, 0}), 2, false);
  CHECK_EQUAL(steps.size(), 3u);
  CHECK(steps[0].entries == (Entries{0, 1}));
  CHECK(steps[2].entries == (Entries{4}));
}

void takes_equally_many_of_each_sequence() {
  const auto steps = split_batch(of_sequences({0, 1, 0, 1, 0}), 8, true);
  CHECK_EQUAL(steps.size(), 2u);
  CHECK(steps[0].entries == (Entries{0, 2, 1, 3}));
  CHECK_EQUAL(steps[0].sequences, 2);
  CHECK(steps[1].entries == (Entries{4}));
  CHECK_EQUAL(steps[1].sequences, 1);
}

void stays_within_the_limit() {
  for (const StepEntries& step : split_batch(of_sequences({0, 1, 2, 0, 1, 2, 0}), 2, true))
    CHECK(step.entries.size() <= 2);
}

}  // namespace runtime_split_test

void test_runtime_split(TestTable& tests) {
  using namespace runtime_split_test;
  tests.add("runtime_split", "keeps the order of entries", keeps_the_order_of_entries);
  tests.add("runtime_split", "takes equally many of each sequence",
            takes_equally_many_of_each_sequence);
  tests.add("runtime_split", "stays within the limit", stays_within_the_limit);
}

}  // namespace tern
