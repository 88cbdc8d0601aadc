#include "io/unicode.h"

#include "tests/support/check.h"

namespace tern {
namespace io_unicode_test {

void classifies_characters() {
  CHECK(is_letter(U'a') && is_letter(U'ß') && is_letter(U'日') && is_letter(U'Я'));
  CHECK(!is_letter(U'1') && !is_letter(U'_') && !is_letter(0x301) && !is_letter(0xffffffff));
  CHECK(is_number(U'7') && is_number(U'½') && is_number(U'٣') && is_number(U'Ⅷ'));
  CHECK(!is_number(U'a') && !is_number(U' '));
  CHECK(is_space(U' ') && is_space(U'\r') && is_space(0xa0) && is_space(0x3000));
  CHECK(!is_space(0x200b) && !is_space(U'x'));
}

void splits_valid_text() {
  const auto characters = split_characters("aß日😀");
  CHECK_EQUAL(characters.size(), 4u);
  CHECK(characters[1].code == U'ß' && characters[1].start == 1 && characters[1].size == 2);
  CHECK(characters[3].code == U'😀' && characters[3].start == 6 && characters[3].size == 4);
}

/// Cut, overlong, surrogate, beyond the last character, lone continuation: one byte each.
void keeps_invalid_bytes() {
  for (const std::string_view bytes :
       {"\xe6\x97", "\xc0\xaf", "\xed\xa0\x80", "\xf5\x80\x80\x80", "\x80", "\xf0\x8f\xbf\xbf"}) {
    const auto characters = split_characters(bytes);
    CHECK_EQUAL(characters.size(), bytes.size());
    for (const Character& c : characters)
      CHECK(c.size == 1 && !is_letter(c.code) && !is_space(c.code));
  }
}

void writes_what_it_reads() {
  for (const char32_t code : {U'a', U'ß', U'日', U'😀', char32_t{0x7ff}, char32_t{0x800},
                              char32_t{0xffff}, char32_t{0x10ffff}}) {
    std::string text;
    append_utf8(text, code);
    const auto characters = split_characters(text);
    CHECK_EQUAL(characters.size(), 1u);
    CHECK(characters[0].code == code);
  }
}

}  // namespace io_unicode_test

void test_io_unicode(TestTable& tests) {
  using namespace io_unicode_test;
  tests.add("io_unicode", "classifies characters", classifies_characters);
  tests.add("io_unicode", "splits valid text", splits_valid_text);
  tests.add("io_unicode", "keeps invalid bytes", keeps_invalid_bytes);
  tests.add("io_unicode", "writes what it reads", writes_what_it_reads);
}

}  // namespace tern
