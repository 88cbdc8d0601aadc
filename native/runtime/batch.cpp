#include "tern/batch.h"

namespace tern {

Batch make_batch(std::span<const std::int32_t> tokens, std::int32_t first_position, WantLogits want,
                 std::int32_t sequence) {
  Batch batch;
  batch.reserve(tokens.size());
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool is_last = i + 1 == tokens.size();
    const bool wanted = want == WantLogits::all || (want == WantLogits::last && is_last);
    batch.push_back({tokens[i], first_position + static_cast<std::int32_t>(i), sequence, wanted});
  }
  return batch;
}

}  // namespace tern
