// Some bytes at once, asked for what ends or complicates a JSON string.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace buildprof {

#if defined(__SSE2__)

class Block {
 public:
  static constexpr std::size_t kSize = 16;

  explicit Block(const char* at)
      : bytes_(_mm_loadu_si128(reinterpret_cast<const __m128i*>(at))) {}

  // Whether a quote or a backslash is among them.
  [[nodiscard]] bool special() const { return mask(_mm_or_si128(equal('"'), equal('\\'))) != 0; }
  [[nodiscard]] bool ascii() const { return mask(bytes_) == 0; }

 private:
  [[nodiscard]] __m128i equal(char wanted) const {
    return _mm_cmpeq_epi8(bytes_, _mm_set1_epi8(wanted));
  }
  static int mask(__m128i value) { return _mm_movemask_epi8(value); }

  __m128i bytes_;
};

#else

class Block {
 public:
  static constexpr std::size_t kSize = 8;

  explicit Block(const char* at) { std::memcpy(&word_, at, kSize); }

  // Whether a quote or a backslash is among them.
  [[nodiscard]] bool special() const { return has('"') || has('\\'); }
  [[nodiscard]] bool ascii() const { return (word_ & kHighs) == 0; }

 private:
  static constexpr std::uint64_t kOnes = 0x0101010101010101U;
  static constexpr std::uint64_t kHighs = 0x8080808080808080U;

  // A byte is zero after the exclusive or where it was the wanted one.
  [[nodiscard]] bool has(char wanted) const {
    const std::uint64_t rest = word_ ^ (kOnes * static_cast<unsigned char>(wanted));
    return ((rest - kOnes) & ~rest & kHighs) != 0;
  }

  std::uint64_t word_ = 0;
};

#endif

}  // namespace buildprof
