#include "core/grids/iq3_s.h"
#include "core/blocks.h"
#include "core/grid.h"
#include "core/half.h"
#include "core/type_table.h"

namespace tern {
namespace type_iq3_s {

constexpr std::array<std::int8_t, 8> levels{1, 3, 5, 7, 9, 11, 13, 15};
constexpr Grid<512, 4> grid = expand_grid<512, 4>(iq3_s_points, levels);

/// 64 groups of four numbers: a code of nine bits, one of them in `high`, and four signs. Eight
/// groups share a scale of four bits.
struct Block {
  static constexpr int elements = 256;
  std::uint16_t scale;
  std::uint8_t codes[64];
  std::uint8_t high[8];
  std::uint8_t signs[32];
  std::uint8_t scales[4];
};
static_assert(sizeof(Block) == 110);

void decode(const Block& block, float* target) {
  for (int i = 0; i < 64; ++i, target += 4) {
    const float scale =
        half_to_float(block.scale) * static_cast<float>(1 + 2 * bit_field(block.scales, i / 8, 4));
    const auto code = static_cast<std::size_t>(block.codes[i] | (bit_field(block.high, i, 1) << 8));
    write_signed(grid[code], scale, bit_field(block.signs, i, 4), target);
  }
}

}  // namespace type_iq3_s

void register_type_iq3_s(TypeTable& table) {
  table.add(read_only_block_type<type_iq3_s::Block, type_iq3_s::decode>(Type::iq3_s, "IQ3_S", 21));
}

}  // namespace tern
