#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace tern {

class KeptMatrix;

/// Writes the bytes of a saved state. Numbers are as the machine has them; all that the library
/// runs on are little-endian.
class StateWriter {
 public:
  template <class Number>
  void number(Number value) {
    static_assert(std::is_arithmetic_v<Number>);
    bytes({reinterpret_cast<const std::byte*>(&value), sizeof value});
  }
  void numbers(std::span<const std::int32_t> values);
  void text(std::string_view text);
  void bytes(std::span<const std::byte> bytes);
  /// Some rows of a matrix.
  void rows(const KeptMatrix& matrix, std::span<const std::int32_t> rows);

  std::vector<std::byte> take() { return std::move(out_); }

 private:
  std::vector<std::byte> out_;
};

/// Reads them again. Each function throws FileError if the bytes end before.
class StateReader {
 public:
  explicit StateReader(std::span<const std::byte> bytes) : left_(bytes) {}

  template <class Number>
  Number number() {
    static_assert(std::is_arithmetic_v<Number>);
    Number value{};
    copy(bytes(sizeof value), &value);
    return value;
  }
  std::vector<std::int32_t> numbers();
  std::string text();
  std::span<const std::byte> bytes(std::size_t count);
  void expect_end() const;

 private:
  static void copy(std::span<const std::byte> from, void* to);

  std::span<const std::byte> left_;
};

}  // namespace tern
