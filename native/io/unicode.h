#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tern {

struct CodePointRange {
  char32_t first;
  char32_t last;
};

std::span<const CodePointRange> letter_ranges();
std::span<const CodePointRange> number_ranges();

bool is_letter(char32_t c);
bool is_number(char32_t c);
bool is_space(char32_t c);

/// One character of a text: what it is and where it starts. A byte that is no UTF-8 stands for
/// itself, as a character that belongs to no class.
struct Character {
  char32_t code;
  std::size_t start;
  std::size_t size;
};

std::vector<Character> split_characters(std::string_view text);

void append_utf8(std::string& text, char32_t code);

}  // namespace tern
