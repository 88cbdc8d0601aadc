#include "backends/cpu/packed/packers.h"

#include <cstring>

namespace tern {
namespace packed_packers {

/// The fifth bits stand before the nibbles, element by element.
void pack_five_bits(const std::byte* const* rows, std::size_t head, std::byte* target) {
  BandCodes codes;
  for (std::size_t row = 0; row < rows_of_band; ++row) {
    const auto* high = reinterpret_cast<const std::uint8_t*>(rows[row]) + head;
    const std::uint8_t* pair = high + 4;
    for (std::size_t i = 0; i < 32; ++i) {
      const int low = pair[i % 16] >> (i / 16 * 4) & 15;
      codes[row][i] = static_cast<std::uint8_t>(low | (high[i / 8] >> i % 8 & 1) << 4);
    }
  }
  put_bits_above(codes, 0, 4, 1, put_nibbles(codes, 0, 32, target));
}

}  // namespace packed_packers

std::byte* interleave(const std::byte* const* rows, std::size_t from, std::size_t size,
                      std::size_t count, std::byte* target) {
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t row = 0; row < rows_of_band; ++row, target += size)
      std::memcpy(target, rows[row] + from + i * size, size);
  }
  return target;
}

std::byte* put_nibbles(const BandCodes& codes, std::size_t first, std::size_t size,
                       std::byte* target) {
  for (std::size_t i = first; i < first + size / 2; i += 4) {
    for (const auto& row : codes) {
      for (std::size_t j = i; j < i + 4; ++j)
        *target++ = static_cast<std::byte>((row[j] & 15) | (row[j + size / 2] & 15) << 4);
    }
  }
  return target;
}

std::byte* put_bits_above(const BandCodes& codes, std::size_t first, int shift, int bits,
                          std::byte* target) {
  const int mask = (1 << bits) - 1;
  for (const auto& row : codes) {
    for (std::size_t j = first; j < first + 4; ++j) {
      int all = 0;
      for (int above = 0; above < 8; above += bits)
        all |= (row[j + static_cast<std::size_t>(above / bits * 4)] >> shift & mask) << above;
      *target++ = static_cast<std::byte>(all);
    }
  }
  return target;
}

void pack_q8_0(const std::byte* const* rows, std::byte* target) {
  std::byte* codes = interleave(rows, 0, 2, 1, target);
  interleave(rows, 2, 4, 8, codes);
  for (std::size_t i = 0; i < 32 * rows_of_band; ++i) codes[i] ^= std::byte{128};
}

void pack_q4_0(const std::byte* const* rows, std::byte* target) {
  interleave(rows, 2, 4, 4, interleave(rows, 0, 2, 1, target));
}

void pack_q4_1(const std::byte* const* rows, std::byte* target) {
  interleave(rows, 4, 4, 4, interleave(rows, 0, 2, 2, target));
}

void pack_q5_0(const std::byte* const* rows, std::byte* target) {
  packed_packers::pack_five_bits(rows, 2, interleave(rows, 0, 2, 1, target));
}

void pack_q5_1(const std::byte* const* rows, std::byte* target) {
  packed_packers::pack_five_bits(rows, 4, interleave(rows, 0, 2, 2, target));
}

}  // namespace tern
