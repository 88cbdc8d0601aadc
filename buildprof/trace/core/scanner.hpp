// Reads JSON as traces hold it: one value after another, never a tree.
//
// Tolerant where writers err (raw control characters, bytes that are no UTF-8, NaN, a byte order
// mark), strict where a file is broken: then it throws Malformed with the byte that is wrong.
#pragma once

#include <cstddef>
#include <cstring>
#include <string_view>

#include "number.hpp"

namespace buildprof {

struct Malformed {
  const char* what;
  std::size_t offset;
};

// The bytes between the quotes; `plain` where they are ASCII without escapes.
struct RawString {
  std::string_view bytes;
  bool plain = true;
};

class Scanner {
 public:
  explicit Scanner(std::string_view text);

  // The next byte that is no blank, or 0 at the end.
  char peek();
  // Consumes the next byte where it is `wanted`.
  bool take(char wanted);
  // Consumes `wanted`, or throws.
  void expect(char wanted, const char* what);
  // Separates elements: false where `close` ends the list. Trailing commas are forgiven.
  bool more(char close, bool first);

  RawString string();
  // Consumes these very bytes, if they come next without a blank.
  bool literal(std::string_view wanted) {
    if (static_cast<std::size_t>(end_ - at_) < wanted.size() ||
        std::memcmp(at_, wanted.data(), wanted.size()) != 0) {
      return false;
    }
    at_ += wanted.size();
    return true;
  }
  // Goes back to an offset.
  void seek(std::size_t offset) { at_ = begin_ + offset; }
  // The byte after the next one, or 0: enough to guess a key.
  [[nodiscard]] char second() const { return end_ - at_ > 1 ? at_[1] : '\0'; }

  // A number; any other value is skipped and comes back unknown.
  Number number();
  // The bytes of a scalar without quotes; a list or object is skipped and comes back empty.
  std::string_view scalar();
  // Skips one value, however deep.
  void skip();

  [[nodiscard]] std::size_t offset() const { return static_cast<std::size_t>(at_ - begin_); }
  [[nodiscard]] bool finished() { return peek() == 0 && at_ == end_; }
  [[noreturn]] void fail(const char* what) const;

 private:
  void blanks();
  void word();
  const char* string_end(bool& plain) const;

  const char* begin_;
  const char* at_;
  const char* end_;
};

}  // namespace buildprof
