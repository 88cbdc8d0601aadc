#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tern::server {

/// The length of the character that starts here: 1 to 4; 0 if the bytes are no UTF-8.
std::size_t utf8_length(std::string_view text);

/// The text with U+FFFD for each byte that is no UTF-8.
std::string valid_utf8(std::string_view text);

/// How many bytes at the end may be the start of a character whose rest is still to come.
std::size_t unfinished_utf8(std::string_view text);

void append_code_point(std::string& text, char32_t code);

}  // namespace tern::server
