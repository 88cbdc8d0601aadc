#include "io/word_splitter.h"

#include <algorithm>
#include <array>
#include <utility>

#include "io/unicode.h"

namespace tern {
namespace io_word_splitter {

constexpr SplitRules gpt2{};
constexpr SplitRules llama{false, false, 3, true};
constexpr SplitRules qwen2{false, false, 1, true};

bool is_newline(char32_t c) { return c == '\r' || c == '\n'; }
bool is_sign(char32_t c) { return !is_space(c) && !is_letter(c) && !is_number(c); }

/// Finds the end of each part by trying kinds of parts in a fixed order.
class Splitter {
 public:
  Splitter(std::string_view text, const SplitRules& rules)
      : text_(text), rules_(rules), characters_(split_characters(text)) {}

  std::vector<std::string_view> run() {
    std::vector<std::string_view> parts;
    for (std::size_t at = 0; at < characters_.size();) {
      const std::size_t end = end_of_part(at);
      parts.push_back(text_.substr(byte(at), byte(end) - byte(at)));
      at = end;
    }
    return parts;
  }

 private:
  std::size_t byte(std::size_t index) const {
    return index < characters_.size() ? characters_[index].start : text_.size();
  }

  char32_t code(std::size_t index) const {
    return index < characters_.size() ? characters_[index].code : U'\0';
  }

  /// The end of the run of characters of a kind, no more than `limit`.
  template <class Kind>
  std::size_t run_end(std::size_t from, const Kind& kind, std::size_t limit = SIZE_MAX) const {
    std::size_t end = from;
    while (end < characters_.size() && end - from < limit && kind(code(end))) ++end;
    return end;
  }

  /// Each of these gives `at` if there is no such part there.
  std::size_t end_of_contraction(std::size_t at) const {
    if (code(at) != '\'') return at;
    const auto letter = [&](std::size_t index) {
      const char32_t c = code(index);
      const bool upper = !rules_.case_sensitive_contractions && c >= 'A' && c <= 'Z';
      return upper ? c - 'A' + 'a' : c;
    };
    const char32_t first = letter(at + 1);
    const char32_t second = letter(at + 2);
    if (first == 's' || first == 't' || first == 'm' || first == 'd') return at + 2;
    if ((first == 'r' || first == 'v') && second == 'e') return at + 3;
    return first == 'l' && second == 'l' ? at + 3 : at;
  }

  std::size_t end_of_letters(std::size_t at) const {
    const char32_t c = code(at);
    const bool is_lead =
        rules_.keeps_spaces_single ? c == ' ' : !is_newline(c) && !is_letter(c) && !is_number(c);
    const std::size_t start = is_lead ? at + 1 : at;
    const std::size_t end = run_end(start, is_letter);
    return end > start ? end : at;
  }

  std::size_t end_of_digits(std::size_t at) const {
    if (rules_.max_digits > 0)
      return run_end(at, is_number, static_cast<std::size_t>(rules_.max_digits));
    const std::size_t start = code(at) == ' ' ? at + 1 : at;
    const std::size_t end = run_end(start, is_number);
    return end > start ? end : at;
  }

  std::size_t end_of_signs(std::size_t at) const {
    const std::size_t start = code(at) == ' ' ? at + 1 : at;
    const std::size_t end = run_end(start, is_sign);
    if (end == start) return at;
    return rules_.splits_after_newlines ? run_end(end, is_newline) : end;
  }

  /// Spaces stop before the last one if a word follows, which takes it.
  std::size_t end_of_spaces(std::size_t at) const {
    const std::size_t end = run_end(at, is_space);
    if (rules_.splits_after_newlines) {
      for (std::size_t last = end; last > at; --last) {
        if (is_newline(code(last - 1))) return last;
      }
    }
    return end < characters_.size() && end - at > 1 ? end - 1 : end;
  }

  std::size_t end_of_part(std::size_t at) const {
    using Finder = std::size_t (Splitter::*)(std::size_t) const;
    constexpr std::array<Finder, 5> finders{&Splitter::end_of_contraction,
                                            &Splitter::end_of_letters, &Splitter::end_of_digits,
                                            &Splitter::end_of_signs, &Splitter::end_of_spaces};
    for (const Finder finder : finders) {
      const std::size_t end = (this->*finder)(at);
      if (end > at) return end;
    }
    return at + 1;
  }

  std::string_view text_;
  const SplitRules& rules_;
  std::vector<Character> characters_;
};

}  // namespace io_word_splitter

const SplitRules* find_split_rules(std::string_view name) {
  using namespace io_word_splitter;
  static constexpr std::array<std::pair<std::string_view, const SplitRules*>, 3> known{
      {{"gpt-2", &gpt2}, {"llama-bpe", &llama}, {"qwen2", &qwen2}}};
  const auto it =
      std::find_if(known.begin(), known.end(), [&](const auto& row) { return row.first == name; });
  return it == known.end() ? nullptr : it->second;
}

std::vector<std::string_view> split_words(std::string_view text, const SplitRules& rules) {
  return io_word_splitter::Splitter(text, rules).run();
}

}  // namespace tern
