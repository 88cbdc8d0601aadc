#include "backends/cpu/packed/format.h"

#include <array>
#include <cstring>

namespace tern {
namespace packed_format {

constexpr auto rows_of_band = static_cast<std::size_t>(band_rows);

/// Element by element.
template <std::size_t size>
void pack_values(const std::byte* const* rows, std::byte* target) {
  for (std::size_t row = 0; row < rows_of_band; ++row)
    std::memcpy(target + row * size, rows[row], size);
}

/// `count` pieces of `size` bytes of each row, from `from` on: each piece of all rows side by side.
void interleave(const std::byte* const* rows, std::size_t from, std::size_t size, std::size_t count,
                std::byte* target) {
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t row = 0; row < rows_of_band; ++row, target += size)
      std::memcpy(target, rows[row] + from + i * size, size);
  }
}

void pack_q8_0(const std::byte* const* rows, std::byte* target) {
  interleave(rows, 0, 2, 1, target);
  std::byte* codes = target + 2 * rows_of_band;
  interleave(rows, 2, 4, 8, codes);
  for (std::size_t i = 0; i < 32 * rows_of_band; ++i) codes[i] ^= std::byte{128};
}

void pack_q4_0(const std::byte* const* rows, std::byte* target) {
  interleave(rows, 0, 2, 1, target);
  interleave(rows, 2, 4, 4, target + 2 * rows_of_band);
}

/// 32 bytes hold elements 0 to 31 in their low halves and 32 to 63 in the high ones; parts of their
/// own have elements 0 to 15 in the low halves and 16 to 31 in the high ones.
void split_pair(const std::byte* pair, std::byte* first, std::byte* second) {
  constexpr std::byte low{15};
  for (int i = 0; i < 16; ++i) {
    first[i] = (pair[i] & low) | (pair[i + 16] & low) << 4;
    second[i] = pair[i] >> 4 | (pair[i + 16] >> 4) << 4;
  }
}

void pack_q4_k(const std::byte* const* rows, std::byte* target) {
  interleave(rows, 0, 2, 2, target);
  interleave(rows, 4, 1, 12, target + 4 * rows_of_band);
  std::array<std::array<std::byte, 128>, rows_of_band> parts;
  std::array<const std::byte*, rows_of_band> starts;
  for (std::size_t row = 0; row < rows_of_band; ++row) {
    for (int pair = 0; pair < 4; ++pair) {
      std::byte* part = parts[row].data() + pair * 32;
      split_pair(rows[row] + 16 + pair * 32, part, part + 16);
    }
    starts[row] = parts[row].data();
  }
  interleave(starts.data(), 0, 4, 32, target + 16 * rows_of_band);
}

constexpr std::array<PackFormat, packing_count> formats{{
    {Type::f32, Packing::f32, 0, 0, pack_values<4>},
    {Type::f16, Packing::f16, 0, 0, pack_values<2>},
    {Type::bf16, Packing::bf16, 0, 0, pack_values<2>},
    {Type::q8_0, Packing::q8_0, 32, 128, pack_q8_0},
    {Type::q4_0, Packing::q4_0, 32, 8, pack_q4_0},
    {Type::q4_k, Packing::q4_k, 32, 0, pack_q4_k},
}};

}  // namespace packed_format

const PackFormat* find_pack_format(Type type) {
  for (const PackFormat& format : packed_format::formats) {
    if (format.type == type) return &format;
  }
  return nullptr;
}

std::size_t column_pitch(const PackFormat& format, std::int64_t k) {
  constexpr std::int64_t line = 64;
  const std::int64_t bytes =
      format.part == 0 ? k * 4 : k / format.part * (format.part + column_tail_bytes);
  // An odd number of lines, so that neighbours do not fall into the same set of the cache.
  return static_cast<std::size_t>(((bytes + line - 1) / line | 1) * line);
}

std::size_t band_bytes(const PackFormat& format, std::int64_t k) {
  return row_bytes(format.type, k) * static_cast<std::size_t>(band_rows);
}

void pack_band(const PackFormat& format, const std::byte* const* rows, std::int64_t k,
               std::byte* target) {
  const TypeTraits& type = traits(format.type);
  static constexpr std::array<std::byte, 256> zeros{};
  std::array<const std::byte*, packed_format::rows_of_band> at;
  const std::int64_t blocks = k / type.block_size;
  for (std::int64_t block = 0; block < blocks; ++block) {
    const std::size_t offset = static_cast<std::size_t>(block) * type.block_bytes;
    for (std::size_t row = 0; row < at.size(); ++row)
      at[row] = rows[row] != nullptr ? rows[row] + offset : zeros.data();
    format.pack(at.data(), target);
    target += type.block_bytes * at.size();
  }
}

}  // namespace tern
