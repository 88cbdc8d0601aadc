#include "backends/cpu/packed/format.h"

#include <array>

#include "backends/cpu/packed/packers.h"

namespace tern {
namespace packed_format {

/// Element by element.
template <std::size_t size>
void pack_values(const std::byte* const* rows, std::byte* target) {
  interleave(rows, 0, size, 1, target);
}

constexpr std::array<PackFormat, packing_count> formats{{
    {Type::f32, Packing::f32, 0, 0, pack_values<4>},
    {Type::f16, Packing::f16, 0, 0, pack_values<2>},
    {Type::bf16, Packing::bf16, 0, 0, pack_values<2>},
    {Type::q8_0, Packing::q8_0, 32, 128, pack_q8_0},
    {Type::q4_0, Packing::q4_0, 32, 8, pack_q4_0},
    {Type::q4_1, Packing::q4_1, 32, 0, pack_q4_1},
    {Type::q5_0, Packing::q5_0, 32, 16, pack_q5_0},
    {Type::q5_1, Packing::q5_1, 32, 0, pack_q5_1},
    {Type::q2_k, Packing::q2_k, 16, 0, pack_q2_k},
    {Type::q3_k, Packing::q3_k, 16, 4, pack_q3_k},
    {Type::q4_k, Packing::q4_k, 32, 0, pack_q4_k},
    {Type::q5_k, Packing::q5_k, 32, 0, pack_q5_k},
    {Type::q6_k, Packing::q6_k, 16, 32, pack_q6_k},
    {Type::iq4_nl, Packing::iq4_nl, 32, 128, pack_q4_0},  // other numbers, in the same places
    {Type::iq4_xs, Packing::iq4_xs, 32, 128, pack_iq4_xs},
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
  std::array<const std::byte*, rows_of_band> at;
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
