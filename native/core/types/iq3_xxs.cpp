#include "core/grids/iq3_xxs.h"
#include "core/blocks.h"
#include "core/grid.h"
#include "core/half.h"
#include "core/type_table.h"

namespace tern {
namespace type_iq3_xxs {

constexpr std::array<std::int8_t, 8> levels{0x04, 0x0c, 0x14, 0x1c, 0x24, 0x2c, 0x34, 0x3e};
constexpr Grid<256, 4> grid = expand_grid<256, 4>(iq3_xxs_points, levels);

/// 8 parts of 32 numbers: eight codes of four numbers, and a word with four times seven signs and a
/// scale of four bits on top.
struct Block {
  static constexpr int elements = 256;
  std::uint16_t scale;
  std::uint8_t codes[64];
  std::uint8_t words[32];
};
static_assert(sizeof(Block) == 98);

void decode(const Block& block, float* target) {
  for (int part = 0; part < 8; ++part) {
    std::uint32_t word;
    std::memcpy(&word, block.words + part * 4, sizeof word);
    const float scale = half_to_float(block.scale) * (0.5f + static_cast<float>(word >> 28)) * 0.5f;
    for (int i = 0; i < 8; ++i, target += 4) {
      const int signs = eight_signs((word >> (i / 2 * 7)) & 127) >> (i % 2 * 4);
      write_signed(grid[block.codes[part * 8 + i]], scale, signs, target);
    }
  }
}

}  // namespace type_iq3_xxs

void register_type_iq3_xxs(TypeTable& table) {
  table.add(read_only_block_type<type_iq3_xxs::Block, type_iq3_xxs::decode>(Type::iq3_xxs,
                                                                            "IQ3_XXS", 18));
}

}  // namespace tern
