#include "models/blocks/ngrams.h"
#include "tests/support/check.h"

namespace tern {
namespace models_ngrams_test {

using Rows = std::vector<std::int32_t>;

/// One head for two tokens, one for three; token 9 hides what is before it.
Rows rows_of(Rows last) {
  NgramHash hash;
  hash.size = 3;
  hash.heads_each = 1;
  hash.end = 9;
  hash.multipliers = {1, 3, 5};
  hash.first = {0, 10};
  hash.rows = {10, 7};
  Rows rows;
  hash.append_rows(std::move(last), rows);
  return rows;
}

/// 5 ^ 4 * 3 = 9, and with the third 9 ^ 2 * 5 = 3.
void mixes_the_last_tokens() { CHECK(rows_of({5, 4, 2}) == (Rows{9, 13})); }

/// 5 ^ 9 * 3 = 30, and with another 30 ^ 9 * 5 = 51.
void sees_nothing_before_an_end() {
  CHECK(rows_of({5, 9, 2}) == (Rows{0, 12}));
  CHECK(rows_of({5, -1, -1}) == rows_of({5, 9, 9}));
  CHECK(rows_of({5, 4, 9}) == rows_of({5, 4, -1}));
}

/// 9 ^ 4 * 3 = 5: the end itself may come first.
void looks_back_from_an_end() { CHECK_EQUAL(rows_of({9, 4, 2})[0], 5); }

}  // namespace models_ngrams_test

void test_models_ngrams(TestTable& tests) {
  using namespace models_ngrams_test;
  tests.add("models_ngrams", "mixes the last tokens", mixes_the_last_tokens);
  tests.add("models_ngrams", "sees nothing before an end", sees_nothing_before_an_end);
  tests.add("models_ngrams", "looks back from an end", looks_back_from_an_end);
}

}  // namespace tern
