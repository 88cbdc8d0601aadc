#include "scanner.hpp"

#include "block.hpp"

namespace buildprof {

namespace {

constexpr bool blank(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

constexpr bool ends_word(char c) {
  return blank(c) || c == ',' || c == '}' || c == ']' || c == ':' || c == '"';
}

}  // namespace

Scanner::Scanner(std::string_view text)
    : begin_(text.data()), at_(text.data()), end_(text.data() + text.size()) {
  if (text.starts_with("\xEF\xBB\xBF")) {
    at_ += 3;
  }
}

void Scanner::fail(const char* what) const { throw Malformed{what, offset()}; }

void Scanner::blanks() {
  while (at_ != end_ && blank(*at_)) {
    ++at_;
  }
}

char Scanner::peek() {
  blanks();
  return at_ == end_ ? '\0' : *at_;
}

bool Scanner::take(char wanted) {
  if (at_ == end_ || *at_ != wanted) {
    blanks();
    if (at_ == end_ || *at_ != wanted) {
      return false;
    }
  }
  ++at_;
  return true;
}

void Scanner::expect(char wanted, const char* what) {
  if (!take(wanted)) {
    fail(at_ == end_ ? "ends in the middle" : what);
  }
}

bool Scanner::more(char close, bool first) {
  if (take(close)) {
    return false;
  }
  if (!first) {
    expect(',', "a comma is missing");
    if (take(close)) {
      return false;
    }
  }
  if (peek() == 0 && at_ == end_) {
    fail("ends in the middle");
  }
  return true;
}

// Up to the quote that ends the string, block by block where nothing special is near.
const char* Scanner::string_end(bool& plain) const {
  const char* at = at_;
  while (at != end_) {
    while (static_cast<std::size_t>(end_ - at) >= Block::kSize) {
      const Block block(at);
      if (block.special()) {
        break;
      }
      plain = plain && block.ascii();
      at += Block::kSize;
    }
    // At most one block, byte by byte.
    for (std::size_t left = Block::kSize; left > 0 && at != end_; --left) {
      if (*at == '"') {
        return at;
      }
      plain = plain && *at != '\\' && (static_cast<unsigned char>(*at) & 0x80U) == 0;
      at += *at == '\\' && end_ - at > 1 ? 2 : 1;
    }
  }
  return end_;
}

RawString Scanner::string() {
  expect('"', "a string is expected");
  RawString found;
  const char* const close = string_end(found.plain);
  if (close == end_) {
    at_ = end_;
    fail("ends in the middle of a string");
  }
  found.bytes = {at_, static_cast<std::size_t>(close - at_)};
  at_ = close + 1;
  return found;
}

Number Scanner::number() {
  const char first = peek();
  if (first != '-' && first != '+' && first != '.' && !is_digit(first)) {
    skip();
    return {};
  }
  const char* const start = at_;
  std::int64_t value = 0;
  at_ += first == '-' ? 1 : 0;
  const char* const digits = at_;
  while (at_ != end_ && is_digit(*at_) && at_ - digits < 18) {
    value = value * 10 + (*at_++ - '0');
  }
  if (at_ != digits && at_ != end_ && ends_word(*at_)) {
    return {first == '-' ? -value : value, true};
  }
  at_ = start;
  word();
  return parse_number({start, static_cast<std::size_t>(at_ - start)});
}

std::string_view Scanner::scalar() {
  const char first = peek();
  if (first == '"') {
    return string().bytes;
  }
  const char* const start = at_;
  skip();
  if (first == '{' || first == '[') {
    return {};
  }
  return {start, static_cast<std::size_t>(at_ - start)};
}

void Scanner::word() {
  const char* const start = at_;
  while (at_ != end_ && !ends_word(*at_)) {
    ++at_;
  }
  if (at_ == start) {
    fail(at_ == end_ ? "ends in the middle" : "a value is expected");
  }
}

// Counts brackets instead of calling itself, so that no nesting is too deep.
void Scanner::skip() {
  std::size_t depth = 0;
  do {
    const char next = peek();
    if (next == '"') {
      string();
    } else if (next == '{' || next == '[') {
      ++at_;
      ++depth;
    } else if (depth > 0 && (next == '}' || next == ']')) {
      ++at_;
      --depth;
    } else if (depth > 0 && (next == ',' || next == ':')) {
      ++at_;
    } else {
      word();
    }
  } while (depth > 0);
}

}  // namespace buildprof
