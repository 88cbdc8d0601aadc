#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tern/batch.h"

namespace tern {

/// Numbers of the entries of a batch that are computed in one step, in the order of its tokens.
struct StepEntries {
  std::vector<std::size_t> entries;
  std::int64_t sequences = 1;  ///< entries come sequence after sequence, equally many of each
};

/// Cuts a batch into steps of at most `limit` tokens. With `by_sequence`, as recurrent layers need
/// it, a step has equally many tokens of each of its sequences; else entries keep their order.
std::vector<StepEntries> split_batch(const Batch& batch, std::int64_t limit, bool by_sequence);

}  // namespace tern
