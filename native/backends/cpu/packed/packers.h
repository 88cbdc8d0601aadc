#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "backends/cpu/simd/kernels.h"

namespace tern {

inline constexpr auto rows_of_band = static_cast<std::size_t>(band_rows);

/// `count` pieces of `size` bytes of each row, from `from` on: each piece of all rows side by side.
/// Gives what is behind them, as all of these do.
std::byte* interleave(const std::byte* const* rows, std::size_t from, std::size_t size,
                      std::size_t count, std::byte* target);

/// Codes of a block of each row, one per byte.
using BandCodes = std::array<std::array<std::uint8_t, 256>, rows_of_band>;

/// The low four bits of a part of `size` elements, four of each row side by side: those of its
/// first half, and above them those of the second.
std::byte* put_nibbles(const BandCodes& codes, std::size_t first, std::size_t size,
                       std::byte* target);

/// `bits` bits, from `shift` on, of 32 / bits elements; each four elements above the four before.
std::byte* put_bits_above(const BandCodes& codes, std::size_t first, int shift, int bits,
                          std::byte* target);

// Pack one block of sixteen rows.
void pack_q8_0(const std::byte* const* rows, std::byte* target);
void pack_q4_0(const std::byte* const* rows, std::byte* target);
void pack_q4_1(const std::byte* const* rows, std::byte* target);
void pack_q5_0(const std::byte* const* rows, std::byte* target);
void pack_q5_1(const std::byte* const* rows, std::byte* target);
void pack_q2_k(const std::byte* const* rows, std::byte* target);
void pack_q3_k(const std::byte* const* rows, std::byte* target);
void pack_q4_k(const std::byte* const* rows, std::byte* target);
void pack_q5_k(const std::byte* const* rows, std::byte* target);
void pack_q6_k(const std::byte* const* rows, std::byte* target);
void pack_iq4_xs(const std::byte* const* rows, std::byte* target);
void pack_iq1_s(const std::byte* const* rows, std::byte* target);
void pack_iq1_m(const std::byte* const* rows, std::byte* target);
void pack_iq2_xxs(const std::byte* const* rows, std::byte* target);
void pack_iq2_xs(const std::byte* const* rows, std::byte* target);
void pack_iq2_s(const std::byte* const* rows, std::byte* target);
void pack_iq3_xxs(const std::byte* const* rows, std::byte* target);
void pack_iq3_s(const std::byte* const* rows, std::byte* target);
void pack_tq1_0(const std::byte* const* rows, std::byte* target);
void pack_tq2_0(const std::byte* const* rows, std::byte* target);
void pack_mxfp4(const std::byte* const* rows, std::byte* target);
void pack_nvfp4(const std::byte* const* rows, std::byte* target);

}  // namespace tern
