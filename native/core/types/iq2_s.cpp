#include "core/grids/iq2_s.h"
#include "core/blocks.h"
#include "core/grid.h"
#include "core/half.h"
#include "core/type_table.h"

namespace tern {
namespace type_iq2_s {

constexpr std::array<std::int8_t, 3> levels{0x08, 0x19, 0x2b};
constexpr Grid<1024, 8> grid = expand_grid<1024, 8>(iq2_s_points, levels);

/// 32 groups of eight numbers: a code of ten bits, two of them in `high`, and eight signs. Two
/// groups share a scale of four bits.
struct Block {
  static constexpr int elements = 256;
  std::uint16_t scale;
  std::uint8_t codes[32];
  std::uint8_t signs[32];
  std::uint8_t high[8];
  std::uint8_t scales[8];
};
static_assert(sizeof(Block) == 82);

void decode(const Block& block, float* target) {
  for (int i = 0; i < 32; ++i, target += 8) {
    const float step = 0.5f + static_cast<float>(bit_field(block.scales, i / 2, 4));
    const float scale = half_to_float(block.scale) * step * 0.25f;
    const auto code = static_cast<std::size_t>(block.codes[i] | (bit_field(block.high, i, 2) << 8));
    write_signed(grid[code], scale, block.signs[i], target);
  }
}

}  // namespace type_iq2_s

void register_type_iq2_s(TypeTable& table) {
  table.add(read_only_block_type<type_iq2_s::Block, type_iq2_s::decode>(Type::iq2_s, "IQ2_S", 22));
}

}  // namespace tern
