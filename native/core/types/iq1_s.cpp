#include "core/blocks.h"
#include "core/grid.h"
#include "core/grids/iq1.h"
#include "core/half.h"
#include "core/type_table.h"

namespace tern {
namespace type_iq1_s {

constexpr std::array<std::int8_t, 3> levels{-1, 0, 1};
constexpr Grid<2048, 8> grid = expand_grid<2048, 8>(iq1_points, levels);

/// 8 parts of four groups of eight numbers. The word of a part has three more bits for each of its
/// four codes, then a scale of three bits and the sign of what is added to every number.
struct Block {
  static constexpr int elements = 256;
  std::uint16_t scale;
  std::uint8_t codes[32];
  std::uint16_t words[8];
};
static_assert(sizeof(Block) == 50);

void decode(const Block& block, float* target) {
  for (int part = 0; part < 8; ++part) {
    const int word = block.words[part];
    const float scale = half_to_float(block.scale) * static_cast<float>(2 * ((word >> 12) & 7) + 1);
    const float shift = (word & 0x8000) == 0 ? 0.125f : -0.125f;
    for (int i = 0; i < 4; ++i, target += 8) {
      const int code = block.codes[part * 4 + i] | (((word >> (3 * i)) & 7) << 8);
      const auto& values = grid[static_cast<std::size_t>(code)];
      for (std::size_t k = 0; k < 8; ++k)
        target[k] = scale * (static_cast<float>(values[k]) + shift);
    }
  }
}

}  // namespace type_iq1_s

void register_type_iq1_s(TypeTable& table) {
  table.add(read_only_block_type<type_iq1_s::Block, type_iq1_s::decode>(Type::iq1_s, "IQ1_S", 19));
}

}  // namespace tern
