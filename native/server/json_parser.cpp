#include <charconv>
#include <cmath>
#include <set>

#include "core/text.h"
#include "server/json.h"
#include "server/utf8.h"

namespace tern::server {
namespace server_json_parser {

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Json parse() {
    Json value = read_value(0);
    skip_space();
    if (at_ != text_.size()) fail("the end");
    return value;
  }

 private:
  [[noreturn]] void fail(std::string_view expected) const {
    throw JsonError(concat("[json] byte ", at_, ": expected ", expected));
  }

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  bool take(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  void require(char c) {
    if (!take(c)) fail(concat("'", c, "'"));
  }

  void skip_space() {
    while (at_ < text_.size() &&
           std::string_view(" \t\n\r").find(text_[at_]) != std::string_view::npos)
      ++at_;
  }

  Json read_value(int depth) {
    if (depth > json_depth_limit) fail(concat("at most ", json_depth_limit, " levels"));
    skip_space();
    switch (peek()) {
      case '{': return read_object(depth);
      case '[': return read_array(depth);
      case '"': return read_text();
      case 't': return read_word("true", true);
      case 'f': return read_word("false", false);
      case 'n': return read_word("null", nullptr);
      default: return read_number();
    }
  }

  Json read_word(std::string_view word, Json value) {
    if (text_.substr(at_, word.size()) != word) fail("a value");
    at_ += word.size();
    return value;
  }

  Json read_array(int depth) {
    Json::Array elements;
    ++at_;
    skip_space();
    if (take(']')) return elements;
    do {
      elements.push_back(read_value(depth + 1));
      skip_space();
    } while (take(','));
    require(']');
    return elements;
  }

  Json read_object(int depth) {
    Json::Object members;
    std::set<std::string> keys;
    ++at_;
    skip_space();
    if (take('}')) return members;
    do {
      skip_space();
      std::string key = read_text();
      if (!keys.insert(key).second) fail("a key that the object does not have yet");
      skip_space();
      require(':');
      members.emplace_back(std::move(key), read_value(depth + 1));
      skip_space();
    } while (take(','));
    require('}');
    return members;
  }

  void skip_digits() {
    if (peek() < '0' || peek() > '9') fail("a value");
    while (peek() >= '0' && peek() <= '9') ++at_;
  }

  Json read_number() {
    const std::size_t start = at_;
    bool whole = true;
    take('-');
    if (!take('0')) skip_digits();
    if (take('.')) {
      whole = false;
      skip_digits();
    }
    if (take('e') || take('E')) {
      whole = false;
      if (!take('+')) take('-');
      skip_digits();
    }
    return to_number(text_.substr(start, at_ - start), whole);
  }

  Json to_number(std::string_view digits, bool whole) const {
    std::int64_t integer = 0;
    const char* end = digits.data() + digits.size();
    if (whole && std::from_chars(digits.data(), end, integer).ec == std::errc{}) return integer;
    // Not from_chars, which some libraries lack for doubles.
    const double number = std::strtod(std::string(digits).c_str(), nullptr);
    if (!std::isfinite(number)) fail("a number that fits");
    return number;
  }

  std::string read_text() {
    require('"');
    std::string out;
    while (!take('"')) {
      if (at_ >= text_.size()) fail("'\"'");
      if (take('\\')) {
        read_escape(out);
      } else {
        read_character(out);
      }
    }
    return out;
  }

  void read_character(std::string& out) {
    const std::size_t length = utf8_length(text_.substr(at_));
    if (length == 0) fail("UTF-8");
    if (static_cast<unsigned char>(text_[at_]) < 0x20) fail("control characters to be escaped");
    out += text_.substr(at_, length);
    at_ += length;
  }

  void read_escape(std::string& out) {
    constexpr std::string_view letters = "\"\\/bfnrt";
    constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
    if (take('u')) return append_code_point(out, read_code_point());
    const std::size_t which = letters.find(peek());
    if (at_ >= text_.size() || which == std::string_view::npos) fail("an escape");
    ++at_;
    out += meanings[which];
  }

  char32_t read_code_point() {
    const char32_t first = read_hex();
    if (first < 0xd800 || first > 0xdfff) return first;
    const bool is_pair = first < 0xdc00 && take('\\') && take('u');
    const char32_t second = is_pair ? read_hex() : 0;
    if (second < 0xdc00 || second > 0xdfff) fail("a pair of surrogates");
    return 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
  }

  char32_t read_hex() {
    const std::string_view digits = text_.substr(at_, 4);
    std::uint32_t value = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    if (digits.size() != 4 || error != std::errc{} || end != digits.data() + 4)
      fail("four hexadecimal digits");
    at_ += 4;
    return value;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace server_json_parser

Json parse_json(std::string_view text) { return server_json_parser::Parser(text).parse(); }

}  // namespace tern::server
