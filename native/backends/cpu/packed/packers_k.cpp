#include "backends/cpu/packed/packers.h"

namespace tern {
namespace packed_packers_k {

const std::uint8_t* bytes_of(const std::byte* row, std::size_t from) {
  return reinterpret_cast<const std::uint8_t*>(row) + from;
}

/// Calls code(bytes of the row, element) for each element of the blocks.
template <class Code>
BandCodes codes_of(const std::byte* const* rows, const Code& code) {
  BandCodes codes;
  for (std::size_t row = 0; row < rows_of_band; ++row) {
    const std::uint8_t* bytes = bytes_of(rows[row], 0);
    for (std::size_t i = 0; i < 256; ++i) codes[row][i] = static_cast<std::uint8_t>(code(bytes, i));
  }
  return codes;
}

/// 32 bytes hold 32 elements in their low halves and the next 32 in the high ones.
int nibble(const std::uint8_t* pairs, std::size_t i) {
  return pairs[i / 64 * 32 + i % 32] >> (i / 32 % 2 * 4) & 15;
}

/// 32 bytes hold 128 elements, 32 in each two bits.
int two_bits(const std::uint8_t* quads, std::size_t i) {
  return quads[i / 128 * 32 + i % 32] >> (i / 32 % 4 * 2) & 3;
}

/// 64 bytes hold 64 elements in their low halves and the next 64 in the high ones.
int wide_nibble(const std::uint8_t* pairs, std::size_t i) {
  return pairs[i / 128 * 64 + i % 64] >> (i / 64 % 2 * 4) & 15;
}

}  // namespace packed_packers_k

void pack_q2_k(const std::byte* const* rows, std::byte* target) {
  using namespace packed_packers_k;
  const BandCodes codes =
      codes_of(rows, [](const std::uint8_t* b, std::size_t i) { return two_bits(b + 16, i); });
  target = interleave(rows, 80, 2, 2, target);
  target = interleave(rows, 0, 1, 16, target);
  for (std::size_t first = 0; first < 256; first += 16)
    target = put_bits_above(codes, first, 0, 2, target);
}

void pack_q3_k(const std::byte* const* rows, std::byte* target) {
  using namespace packed_packers_k;
  const BandCodes codes = codes_of(rows, [](const std::uint8_t* b, std::size_t i) {
    return two_bits(b + 32, i) | (b[i % 32] >> i / 32 & 1) << 2;
  });
  target = interleave(rows, 108, 2, 1, target);
  target = interleave(rows, 96, 1, 12, target);
  for (std::size_t first = 0; first < 256; first += 16)
    target = put_bits_above(codes, first, 0, 2, target);
  for (std::size_t first = 0; first < 256; first += 32)
    target = put_bits_above(codes, first, 2, 1, target);
}

void pack_q4_k(const std::byte* const* rows, std::byte* target) {
  using namespace packed_packers_k;
  const BandCodes codes =
      codes_of(rows, [](const std::uint8_t* b, std::size_t i) { return nibble(b + 16, i); });
  target = interleave(rows, 0, 2, 2, target);
  target = interleave(rows, 4, 1, 12, target);
  for (std::size_t first = 0; first < 256; first += 32)
    target = put_nibbles(codes, first, 32, target);
}

void pack_q5_k(const std::byte* const* rows, std::byte* target) {
  using namespace packed_packers_k;
  const BandCodes codes = codes_of(rows, [](const std::uint8_t* b, std::size_t i) {
    return nibble(b + 48, i) | (b[16 + i % 32] >> i / 32 & 1) << 4;
  });
  target = interleave(rows, 0, 2, 2, target);
  target = interleave(rows, 4, 1, 12, target);
  for (std::size_t first = 0; first < 256; first += 32)
    target = put_bits_above(codes, first, 4, 1, put_nibbles(codes, first, 32, target));
}

void pack_q6_k(const std::byte* const* rows, std::byte* target) {
  using namespace packed_packers_k;
  const BandCodes codes = codes_of(rows, [](const std::uint8_t* b, std::size_t i) {
    return wide_nibble(b, i) | two_bits(b + 128, i) << 4;
  });
  target = interleave(rows, 208, 2, 1, target);
  std::byte* steps = target;
  target = interleave(rows, 192, 1, 16, target);
  for (std::byte* step = steps; step != target; ++step) *step ^= std::byte{128};
  for (std::size_t first = 0; first < 256; first += 16)
    target = put_bits_above(codes, first, 4, 2, put_nibbles(codes, first, 16, target));
}

void pack_iq4_xs(const std::byte* const* rows, std::byte* target) {
  target = interleave(rows, 0, 2, 1, target);
  target = interleave(rows, 2, 1, 6, target);
  interleave(rows, 8, 4, 32, target);
}

}  // namespace tern
