#include "server/utf8.h"

#include <algorithm>

#include "io/unicode.h"

namespace tern::server {
namespace server_utf8 {

bool is_rest(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

std::size_t promised_length(char c) {
  const auto byte = static_cast<unsigned char>(c);
  if (byte < 0x80) return 1;
  if (byte >= 0xc2 && byte <= 0xdf) return 2;
  if ((byte & 0xf0) == 0xe0) return 3;
  return byte >= 0xf0 && byte <= 0xf4 ? 4 : 0;
}

/// Characters that could be written shorter, surrogates, and what is above U+10FFFF.
bool is_forbidden(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const auto second = static_cast<unsigned char>(text[1]);
  return (first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
         (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f);
}

}  // namespace server_utf8

std::size_t utf8_length(std::string_view text) {
  using namespace server_utf8;
  const std::size_t length = text.empty() ? 0 : promised_length(text[0]);
  if (length <= 1) return length;
  if (text.size() < length || is_forbidden(text)) return 0;
  const std::string_view rest = text.substr(1, length - 1);
  return std::all_of(rest.begin(), rest.end(), is_rest) ? length : 0;
}

std::string valid_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    length != 0 ? out += text.substr(0, length) : out += "\xef\xbf\xbd";
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return out;
}

std::size_t unfinished_utf8(std::string_view text) {
  using namespace server_utf8;
  for (std::size_t size = 1; size <= std::min<std::size_t>(3, text.size()); ++size) {
    const char c = text[text.size() - size];
    if (!is_rest(c)) return promised_length(c) > size ? size : 0;
  }
  return 0;
}

void append_code_point(std::string& text, char32_t code) { append_utf8(text, code); }

}  // namespace tern::server
