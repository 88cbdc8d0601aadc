#pragma once

#include <cstdint>
#include <cstring>

#include "backends/cpu/simd/variant/names.h"

namespace tern::TERN_SIMD_NAMESPACE {

/// One lane, with nothing but the language. The other sets offer the same.
struct Native {
  static constexpr int lanes = 1;
  static constexpr int wide_columns = 2;
  static constexpr int wide_rows = 2;
  using Floats = float;
  using Ints = std::int32_t;
  using Bytes = std::uint32_t;  ///< four codes for each lane
  using Four = std::uint32_t;   ///< four signed bytes, the same for each lane

  static float load(const float* from) { return *from; }
  static void store(float* to, float x) { *to = x; }
  static float broadcast(float x) { return x; }
  static float add(float a, float b) { return a + b; }
  static float multiply(float a, float b) { return a * b; }
  static float multiply_add(float a, float b, float c) { return a * b + c; }
  static float sum(float x) { return x; }

  static float load_half(const std::byte* from) {
    const std::uint32_t half = load_short(from);
    const std::uint32_t magnitude = half & 0x7fffu;
    const float finite = from_bits(magnitude << 13) * 0x1p112f;
    const std::uint32_t bits =
        magnitude >= 0x7c00u ? 0x7f800000u | magnitude << 13 : to_bits(finite);
    return from_bits(bits | (half & 0x8000u) << 16);
  }

  static float load_bfloat(const std::byte* from) { return from_bits(load_short(from) << 16); }

  static float load_unsigned(const std::uint8_t* from) { return static_cast<float>(*from); }
  static float to_floats(std::int32_t x) { return static_cast<float>(x); }
  static std::int32_t broadcast_int(std::int32_t x) { return x; }

  static Bytes load_bytes(const std::byte* from) {
    Bytes codes;
    std::memcpy(&codes, from, sizeof codes);
    return codes;
  }
  /// Moves each byte by `left` bits and keeps those of the mask, which the move must not bring in
  /// from a neighbour.
  template <int left, char mask>
  static Bytes take(Bytes codes) {
    if constexpr (left > 0) codes <<= left;
    if constexpr (left < 0) codes >>= -left;
    return codes & 0x01010101u * static_cast<std::uint32_t>(mask);
  }
  static Bytes either(Bytes a, Bytes b) { return a | b; }
  /// What a table of 16 has for each code.
  static Bytes look_up(const std::uint8_t* table, Bytes codes) {
    Bytes found = 0;
    for (int shift = 0; shift < 32; shift += 8)
      found |= static_cast<Bytes>(table[codes >> shift & 15u]) << shift;
    return found;
  }
  static Four broadcast_four(const std::byte* from) { return load_bytes(from); }

  static std::int32_t dot(std::int32_t sum, Bytes codes, Four signed_bytes) {
    for (int shift = 0; shift < 32; shift += 8) {
      const auto code = static_cast<std::int32_t>(codes >> shift & 255u);
      sum += code * static_cast<std::int8_t>(signed_bytes >> shift & 255u);
    }
    return sum;
  }
  static std::int32_t dot_small(std::int32_t sum, Bytes codes, Four signed_bytes) {
    return dot(sum, codes, signed_bytes);
  }

 private:
  static std::uint32_t load_short(const std::byte* from) {
    std::uint16_t bits;
    std::memcpy(&bits, from, sizeof bits);
    return bits;
  }
  static float from_bits(std::uint32_t bits) {
    float x;
    std::memcpy(&x, &bits, sizeof x);
    return x;
  }
  static std::uint32_t to_bits(float x) {
    std::uint32_t bits;
    std::memcpy(&bits, &x, sizeof bits);
    return bits;
  }
};

}  // namespace tern::TERN_SIMD_NAMESPACE
