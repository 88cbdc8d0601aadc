#include "core/blocks.h"
#include "core/grid.h"
#include "core/grids/iq1.h"
#include "core/half.h"
#include "core/type_table.h"

namespace tern {
namespace type_iq1_m {

constexpr std::array<std::int8_t, 3> levels{-1, 0, 1};
constexpr Grid<2048, 8> grid = expand_grid<2048, 8>(iq1_points, levels);

/// 32 groups of eight numbers: a code, and in `high` three more bits for it and the sign of what is
/// added to every number. Two groups share a scale of three bits; above four of those are four bits
/// of the scale of the block, the lowest first.
struct Block {
  static constexpr int elements = 256;
  std::uint8_t codes[32];
  std::uint8_t high[16];
  std::uint16_t scales[4];
};
static_assert(sizeof(Block) == 56);

float scale_of(const Block& block) {
  int bits = 0;
  for (int i = 0; i < 4; ++i) bits |= (block.scales[i] >> 12) << (4 * i);
  return half_to_float(static_cast<std::uint16_t>(bits));
}

void decode(const Block& block, float* target) {
  for (int i = 0; i < 32; ++i, target += 8) {
    const int step = (block.scales[i / 8] >> (i / 2 % 4 * 3)) & 7;
    const float scale = scale_of(block) * static_cast<float>(2 * step + 1);
    const int high = bit_field(block.high, i, 4);
    const float shift = (high & 8) == 0 ? 0.125f : -0.125f;
    const auto& values = grid[static_cast<std::size_t>(block.codes[i] | ((high & 7) << 8))];
    for (std::size_t k = 0; k < 8; ++k) target[k] = scale * (static_cast<float>(values[k]) + shift);
  }
}

}  // namespace type_iq1_m

void register_type_iq1_m(TypeTable& table) {
  table.add(read_only_block_type<type_iq1_m::Block, type_iq1_m::decode>(Type::iq1_m, "IQ1_M", 29));
}

}  // namespace tern
