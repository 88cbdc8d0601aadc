#include "io/word_splitter.h"

#include <string>

#include "tests/support/check.h"

namespace tern {
namespace io_word_splitter_test {

std::string split(std::string_view rules, std::string_view text) {
  std::string result;
  for (const std::string_view word : split_words(text, *find_split_rules(rules))) {
    result += result.empty() ? "" : "|";
    result += word;
  }
  return result;
}

void splits_as_gpt2() {
  CHECK_EQUAL(split("gpt-2", "Hello, world 123"), "Hello|,| world| 123");
  CHECK_EQUAL(split("gpt-2", "we'll I'LL"), "we|'ll| I|'|LL");
  CHECK_EQUAL(split("gpt-2", "a   b  "), "a|  | b|  ");
  CHECK_EQUAL(split("gpt-2", "x\n\ny"), "x|\n|\n|y");
}

void splits_as_llama() {
  CHECK_EQUAL(split("llama-bpe", "I'LL 12345"), "I|'LL| |123|45");
  CHECK_EQUAL(split("llama-bpe", "_name\n\n  x"), "_name|\n\n| | x");
  CHECK_EQUAL(split("llama-bpe", "end.\n\nnext"), "end|.\n\n|next");
}

void splits_digits_as_qwen2() { CHECK_EQUAL(split("qwen2", "a12 3"), "a|1|2| |3"); }

void knows_its_rules() { CHECK(find_split_rules("unheard-of") == nullptr); }

}  // namespace io_word_splitter_test

void test_io_word_splitter(TestTable& tests) {
  using namespace io_word_splitter_test;
  tests.add("io_word_splitter", "splits as gpt-2", splits_as_gpt2);
  tests.add("io_word_splitter", "splits as llama-bpe", splits_as_llama);
  tests.add("io_word_splitter", "splits digits as qwen2", splits_digits_as_qwen2);
  tests.add("io_word_splitter", "knows its rules", knows_its_rules);
}

}  // namespace tern
