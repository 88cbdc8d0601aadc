#include "core/grids/iq2_xxs.h"
#include "core/blocks.h"
#include "core/grid.h"
#include "core/half.h"
#include "core/type_table.h"

namespace tern {
namespace type_iq2_xxs {

constexpr std::array<std::int8_t, 3> levels{0x08, 0x19, 0x2b};
constexpr Grid<256, 8> grid = expand_grid<256, 8>(iq2_xxs_points, levels);

/// 8 parts of 32 numbers. A part has four codes of eight numbers, then a word with four times seven
/// signs and a scale of four bits on top.
struct Block {
  static constexpr int elements = 256;
  std::uint16_t scale;
  std::uint8_t parts[64];
};
static_assert(sizeof(Block) == 66);

void decode(const Block& block, float* target) {
  for (int part = 0; part < 8; ++part) {
    const std::uint8_t* codes = block.parts + part * 8;
    std::uint32_t word;
    std::memcpy(&word, codes + 4, sizeof word);
    const float scale =
        half_to_float(block.scale) * (0.5f + static_cast<float>(word >> 28)) * 0.25f;
    for (int i = 0; i < 4; ++i, target += 8)
      write_signed(grid[codes[i]], scale, eight_signs((word >> (7 * i)) & 127), target);
  }
}

}  // namespace type_iq2_xxs

void register_type_iq2_xxs(TypeTable& table) {
  table.add(read_only_block_type<type_iq2_xxs::Block, type_iq2_xxs::decode>(Type::iq2_xxs,
                                                                            "IQ2_XXS", 16));
}

}  // namespace tern
