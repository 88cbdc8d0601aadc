#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tern {

/// What a fuzzer decides, read from the bytes that it made; zeros when they are used up.
class Decisions {
 public:
  explicit Decisions(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  bool done() const { return position_ >= bytes_.size(); }
  std::uint8_t byte() { return done() ? std::uint8_t{0} : bytes_[position_++]; }
  /// From 0 to before `count`, which is at most 256.
  std::size_t below(std::size_t count) { return byte() % count; }
  /// Mostly what an op could want, at times what it never should get.
  std::int64_t integer();
  float number();

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t position_ = 0;
};

}  // namespace tern
