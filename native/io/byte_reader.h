#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace tern {

/// Reads little-endian values one after the other; never beyond the end.
class ByteReader {
 public:
  ByteReader(std::span<const std::byte> bytes, std::string label)
      : bytes_(bytes), label_(std::move(label)) {}

  std::size_t position() const { return position_; }
  std::size_t remaining() const { return bytes_.size() - position_; }
  std::span<const std::byte> bytes() const { return bytes_; }

  /// `what` names the value in the error if the file ends before it.
  template <class Value>
  Value read(std::string_view what) {
    static_assert(std::is_arithmetic_v<Value>);
    Value value;
    std::memcpy(&value, take(sizeof value, what), sizeof value);
    return value;
  }

  /// A length of 64 bits, then as many bytes.
  std::string read_string(std::string_view what);

  /// A count of things that take at least `least_bytes` each, so that it cannot exceed the file.
  std::uint64_t read_count(std::string_view what, std::size_t least_bytes);

  /// Throws FileError "<label>: at byte N: <message>".
  [[noreturn]] void fail(std::string_view message) const;

 private:
  const std::byte* take(std::size_t count, std::string_view what);

  std::span<const std::byte> bytes_;
  std::string label_;
  std::size_t position_ = 0;
};

}  // namespace tern
