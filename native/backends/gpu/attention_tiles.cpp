#include "backends/gpu/attention_tiles.h"

#include <algorithm>

#include "kernels/args/flash_attention.h"

namespace tern {
namespace gpu_attention_tiles {

constexpr std::int64_t groups_of_processor = 2;
constexpr std::int32_t ada = 89;

std::int64_t divided_up(std::int64_t n, std::int64_t by) { return (n + by - 1) / by; }

bool has_matrix_cores_of_rdna(const GpuInfo& info) {
  return info.family == GpuFamily::amd && info.capability >= 1100;
}

/// Rows of a tile, no more than there are.
std::int64_t rows_of_tile(const GpuInfo& info, const AttentionWork& work) {
  const std::int64_t heads = heads_of_tile(info, work.share);
  std::int64_t rows = heads;
  while (rows * 2 <= TN_FLASH_ROWS && rows < work.tokens * heads) rows *= 2;
  return rows;
}

}  // namespace gpu_attention_tiles

using namespace gpu_attention_tiles;

std::int64_t heads_of_tile(const GpuInfo& info, std::int64_t share) {
  if (has_matrix_cores_of_rdna(info)) {
    for (const std::int64_t heads : {8, 4, 2}) {
      if (share % heads == 0) return heads;
    }
  }
  std::int64_t heads = 1;
  while (heads < share && heads < 8) heads *= 2;
  return heads;
}

bool shares_steps(const GpuInfo& info, std::int64_t tiles, std::int64_t slots, std::int64_t head) {
  if (info.family == GpuFamily::nvidia && info.capability >= ada) return true;
  if (has_matrix_cores_of_rdna(info) && head == 64) return true;
  const std::int64_t waves = divided_up(tiles, slots);
  return 100 * tiles / (slots * waves) < 75;
}

std::int64_t sharing_groups(std::int64_t tiles, std::int64_t steps, std::int64_t slots) {
  const std::int64_t groups = std::min(slots, tiles * steps);
  const std::int64_t even = groups / tiles * tiles;
  return even > 0 && 100 * (groups - even) / groups <= 5 ? even : groups;
}

AttentionTiles attention_tiles(const GpuInfo& info, const AttentionWork& work) {
  AttentionTiles cut;
  cut.rows = rows_of_tile(info, work);
  cut.tiles = divided_up(work.tokens * work.share, cut.rows);
  cut.steps = divided_up(work.cells, TN_FLASH_CELLS);
  cut.groups = cut.tiles * work.lanes;
  const std::int64_t slots = info.processors * groups_of_processor;
  if (slots > 0 && shares_steps(info, cut.groups, slots, work.head))
    cut.groups = sharing_groups(cut.groups, cut.steps, slots);
  return cut;
}

}  // namespace tern
