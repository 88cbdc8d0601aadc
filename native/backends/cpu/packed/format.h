#pragma once

#include <cstddef>
#include <cstdint>

#include "backends/cpu/simd/kernels.h"
#include "core/tensor.h"

namespace tern {

/// How weights of a type are packed: rows in bands of sixteen, so that one register holds the same
/// place of all of them.
struct PackFormat {
  Type type;
  Packing packing;
  std::int64_t part;    ///< elements of a column that share a scale; 0: columns stay floats
  std::int32_t offset;  ///< what the codes are larger by than what they stand for
  /// Packs one block (for floats: one element) of sixteen rows.
  void (*pack)(const std::byte* const* rows, std::byte* target);
  /// Bytes of a packed block of one row; 0: as many as before.
  std::size_t packed_bytes = 0;
};

/// Null if weights of this type are not packed.
const PackFormat* find_pack_format(Type type);

/// Bytes from one column to the next, as the kernels of the format want them.
std::size_t column_pitch(const PackFormat& format, std::int64_t k);

/// Bytes of one band.
std::size_t band_bytes(const PackFormat& format, std::int64_t k);

/// Packs sixteen rows of `k` elements; null stands for a row of zeros.
void pack_band(const PackFormat& format, const std::byte* const* rows, std::int64_t k,
               std::byte* target);

}  // namespace tern
