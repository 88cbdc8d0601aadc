#pragma once

#include <cstdint>

#include "backends/gpu/device.h"

namespace tern {

/// What attention computes: rows are queries that use one head of keys.
struct AttentionWork {
  std::int64_t tokens = 1;
  std::int64_t share = 1;  ///< heads of queries for each head of keys
  std::int64_t lanes = 1;  ///< heads of keys times sequences
  std::int64_t cells = 0;
  std::int64_t head = 0;  ///< elements of a head of keys
};

/// How it is cut: `tiles` of `rows` rows for each lane, each with `steps` steps over the cells,
/// done by `groups` groups in all.
struct AttentionTiles {
  std::int64_t rows = 1;
  std::int64_t tiles = 1;
  std::int64_t steps = 1;
  std::int64_t groups = 1;
};

/// How many heads that share keys a tile takes: a power of two up to 8. Where waste costs more than
/// reading a mask again (RDNA), the largest of them that divides the ratio.
std::int64_t heads_of_tile(const GpuInfo& info, std::int64_t share);

/// True if groups should share the steps of all tiles evenly instead of taking whole tiles: always
/// from Ada on, on RDNA with matrix cores for heads of 64, else when the last wave of tiles would
/// leave more than a quarter of the device idle on average. `slots`: groups that run at once.
bool shares_steps(const GpuInfo& info, std::int64_t tiles, std::int64_t slots, std::int64_t head);

/// Groups that share the steps: as many as run at once; fewer, so that each tile gets equally many,
/// where that costs at most a twentieth of them.
std::int64_t sharing_groups(std::int64_t tiles, std::int64_t steps, std::int64_t slots);

AttentionTiles attention_tiles(const GpuInfo& info, const AttentionWork& work);

}  // namespace tern
