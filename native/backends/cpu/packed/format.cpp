#include "backends/cpu/packed/format.h"

#include <array>

#include "backends/cpu/packed/packers.h"
#include "backends/cpu/simd/levels.h"

namespace tern {
namespace packed_format {

/// Element by element.
template <std::size_t size>
void pack_values(const std::byte* const* rows, std::byte* target) {
  interleave(rows, 0, size, 1, target);
}

constexpr PackFormat formats[]{
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
    {Type::iq4_nl, Packing::iq4_nl, 32, uneven_set.offset, pack_q4_0},  // in the same places
    {Type::iq4_xs, Packing::iq4_xs, 32, uneven_set.offset, pack_iq4_xs},
    {Type::iq1_s, Packing::iq1_s, 32, iq1_set.offset, pack_iq1_s, 106},
    {Type::iq1_m, Packing::iq1_m, 16, iq1_set.offset, pack_iq1_m, 114},
    {Type::iq2_xxs, Packing::iq2_xxs, 32, iq2_set.offset, pack_iq2_xxs, 106},
    {Type::iq2_xs, Packing::iq2_xs, 16, iq2_set.offset, pack_iq2_xs, 114},
    {Type::iq2_s, Packing::iq2_xs, 16, iq2_set.offset, pack_iq2_s, 114},
    {Type::iq3_xxs, Packing::iq3_xxs, 32, iq3_xxs_set.offset, pack_iq3_xxs, 138},
    {Type::iq3_s, Packing::iq3_s, 32, iq3_s_set.offset, pack_iq3_s, 138},
    {Type::tq1_0, Packing::ternary, 32, ternary_set.offset, pack_tq1_0, 66},
    {Type::tq2_0, Packing::ternary, 32, ternary_set.offset, pack_tq2_0, 66},
    {Type::mxfp4, Packing::mxfp4, 32, tiny_set.offset, pack_mxfp4, 18},
    {Type::nvfp4, Packing::nvfp4, 16, tiny_set.offset, pack_nvfp4, 40},
};

std::size_t block_bytes(const PackFormat& format) {
  return format.packed_bytes != 0 ? format.packed_bytes : traits(format.type).block_bytes;
}

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
  const auto blocks = static_cast<std::size_t>(k / traits(format.type).block_size);
  return blocks * packed_format::block_bytes(format) * rows_of_band;
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
    target += packed_format::block_bytes(format) * at.size();
  }
}

}  // namespace tern
