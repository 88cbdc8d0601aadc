#include "runtime/result_rows.h"

#include <algorithm>

namespace tern {

std::vector<std::int32_t> wanted_rows(std::span<const BatchEntry> entries) {
  std::vector<std::int32_t> rows;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (entries[i].wants_logits) rows.push_back(static_cast<std::int32_t>(i));
  }
  return rows;
}

void ResultRows::add(Backend& backend, const Tensor& result, const Batch& batch,
                     const StepEntries& part) {
  const auto width = static_cast<std::size_t>(result.shape[0]);
  std::vector<float> found(static_cast<std::size_t>(element_count(result.shape)));
  backend.read(result, found.data(), found.size() * sizeof(float));
  const std::vector<std::int32_t> wanted = wanted_rows(batch);
  rows_.resize(wanted.size() * width);
  auto next = found.begin();
  for (const std::size_t entry : part.entries) {
    if (!batch[entry].wants_logits) continue;
    const auto row =
        std::lower_bound(wanted.begin(), wanted.end(), static_cast<std::int32_t>(entry)) -
        wanted.begin();
    std::copy_n(next, width, rows_.begin() + row * static_cast<std::ptrdiff_t>(width));
    next += static_cast<std::ptrdiff_t>(width);
  }
}

}  // namespace tern
