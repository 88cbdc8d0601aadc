#include <cstring>

#include "backends/cpu/packed/packers.h"
#include "core/half.h"
#include "tern/type.h"

// Types whose codes are floats of four bits.

namespace tern {
namespace packed_packers_tiny {

/// The scale of a part: what the elements of a block decode to if all their codes become 1.
template <Type type, std::size_t scale_bytes, std::size_t elements, std::size_t block_bytes>
std::array<float, elements> decode_ones(const std::byte* row) {
  std::byte copy[block_bytes];
  std::memset(copy, 0x11, sizeof copy);
  std::memcpy(copy, row, scale_bytes);
  std::array<float, elements> ones;
  traits(type).to_float(copy, ones.data(), elements);
  return ones;
}

void put_short(std::uint16_t number, std::size_t place, std::byte* target) {
  std::memcpy(target + 2 * place, &number, sizeof number);
}

}  // namespace packed_packers_tiny

void pack_mxfp4(const std::byte* const* rows, std::byte* target) {
  using namespace packed_packers_tiny;
  for (std::size_t row = 0; row < rows_of_band; ++row) {
    const auto scale = decode_ones<Type::mxfp4, 1, 32, 17>(rows[row])[0];
    put_short(float_to_bfloat(scale), row, target);
  }
  interleave(rows, 1, 4, 4, target + 2 * rows_of_band);
}

void pack_nvfp4(const std::byte* const* rows, std::byte* target) {
  using namespace packed_packers_tiny;
  for (std::size_t row = 0; row < rows_of_band; ++row) {
    const auto scales = decode_ones<Type::nvfp4, 4, 64, 36>(rows[row]);
    for (std::size_t part = 0; part < 4; ++part)
      put_short(float_to_half(scales[16 * part]), part * rows_of_band + row, target);
  }
  interleave(rows, 4, 4, 8, target + 8 * rows_of_band);
}

}  // namespace tern
