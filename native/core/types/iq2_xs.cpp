#include "core/grids/iq2_xs.h"
#include "core/blocks.h"
#include "core/grid.h"
#include "core/half.h"
#include "core/type_table.h"

namespace tern {
namespace type_iq2_xs {

constexpr std::array<std::int8_t, 3> levels{0x08, 0x19, 0x2b};
constexpr Grid<512, 8> grid = expand_grid<512, 8>(iq2_xs_points, levels);

/// 32 groups of eight numbers: a code of nine bits and seven signs. Two groups share a scale of
/// four bits.
struct Block {
  static constexpr int elements = 256;
  std::uint16_t scale;
  std::uint16_t groups[32];
  std::uint8_t scales[8];
};
static_assert(sizeof(Block) == 74);

void decode(const Block& block, float* target) {
  for (int i = 0; i < 32; ++i, target += 8) {
    const float step = 0.5f + static_cast<float>(bit_field(block.scales, i / 2, 4));
    const float scale = half_to_float(block.scale) * step * 0.25f;
    const std::uint16_t group = block.groups[i];
    write_signed(grid[group & 511], scale, eight_signs(group >> 9), target);
  }
}

}  // namespace type_iq2_xs

void register_type_iq2_xs(TypeTable& table) {
  table.add(
      read_only_block_type<type_iq2_xs::Block, type_iq2_xs::decode>(Type::iq2_xs, "IQ2_XS", 17));
}

}  // namespace tern
