#pragma once

#include <cstdint>
#include <cstring>

#include "core/half.h"
#include "core/type_table.h"

namespace tern {

/// The two conversions of a type whose elements are 16 bits each.
template <float (*Widen)(std::uint16_t)>
void widen_halves(const std::byte* source, float* target, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) {
    std::uint16_t bits;
    std::memcpy(&bits, source + i * 2, sizeof bits);
    target[i] = Widen(bits);
  }
}

template <std::uint16_t (*Narrow)(float)>
void narrow_to_halves(const float* source, std::byte* target, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) {
    const std::uint16_t bits = Narrow(source[i]);
    std::memcpy(target + i * 2, &bits, sizeof bits);
  }
}

}  // namespace tern
