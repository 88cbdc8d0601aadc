#include "io/unicode.h"

#include <algorithm>

namespace tern {
namespace io_unicode {

constexpr char32_t no_character = 0xffffffff;

bool contains(std::span<const CodePointRange> ranges, char32_t c) {
  const auto after = std::upper_bound(
      ranges.begin(), ranges.end(), c,
      [](char32_t value, const CodePointRange& range) { return value < range.first; });
  return after != ranges.begin() && c <= std::prev(after)->last;
}

std::size_t expected_size(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead < 0xe0) return 2;
  if (lead >= 0xe0 && lead < 0xf0) return 3;
  if (lead >= 0xf0 && lead < 0xf5) return 4;
  return 0;
}

/// no_character if the bytes are no UTF-8.
char32_t decode(std::string_view bytes) {
  constexpr unsigned lead_bits[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
  char32_t code = static_cast<unsigned char>(bytes[0]) & lead_bits[bytes.size()];
  for (const char byte : bytes.substr(1)) {
    const auto value = static_cast<unsigned char>(byte);
    if ((value & 0xc0) != 0x80) return no_character;
    code = (code << 6) | (value & 0x3fu);
  }
  const bool too_long =
      (bytes.size() == 3 && code < 0x800) || (bytes.size() == 4 && code < 0x10000);
  const bool surrogate = code >= 0xd800 && code < 0xe000;
  return too_long || surrogate || code > 0x10ffff ? no_character : code;
}

}  // namespace io_unicode

bool is_letter(char32_t c) { return io_unicode::contains(letter_ranges(), c); }
bool is_number(char32_t c) { return io_unicode::contains(number_ranges(), c); }

bool is_space(char32_t c) {
  return c == ' ' || (c >= 9 && c <= 13) || c == 0x85 || c == 0xa0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 || c == 0x202f || c == 0x205f ||
         c == 0x3000;
}

std::vector<Character> split_characters(std::string_view text) {
  std::vector<Character> characters;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t size = io_unicode::expected_size(static_cast<unsigned char>(text[at]));
    char32_t code = io_unicode::no_character;
    if (size != 0 && at + size <= text.size()) code = io_unicode::decode(text.substr(at, size));
    if (code == io_unicode::no_character) size = 1;
    characters.push_back({code, at, size});
    at += size;
  }
  return characters;
}

void append_utf8(std::string& text, char32_t code) {
  const auto put = [&](char32_t byte) {
    text += static_cast<char>(static_cast<unsigned char>(byte));
  };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xc0 | (code >> 6));
    put(0x80 | (code & 63));
  } else if (code < 0x10000) {
    put(0xe0 | (code >> 12));
    put(0x80 | ((code >> 6) & 63));
    put(0x80 | (code & 63));
  } else {
    put(0xf0 | (code >> 18));
    put(0x80 | ((code >> 12) & 63));
    put(0x80 | ((code >> 6) & 63));
    put(0x80 | (code & 63));
  }
}

}  // namespace tern
