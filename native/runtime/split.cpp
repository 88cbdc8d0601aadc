#include "runtime/split.h"

#include <algorithm>
#include <map>

namespace tern {
namespace runtime_split {

using Queues = std::vector<std::vector<std::size_t>>;

/// The entries of each sequence, in the order in which sequences first appear.
Queues queues_of(const Batch& batch) {
  Queues queues;
  std::map<std::int32_t, std::size_t> place;
  for (std::size_t i = 0; i < batch.size(); ++i) {
    const auto [it, is_new] = place.try_emplace(batch[i].sequence, queues.size());
    if (is_new) queues.emplace_back();
    queues[it->second].push_back(i);
  }
  return queues;
}

/// Takes equally many entries from the first queues, and drops queues that became empty.
StepEntries take(Queues& queues, std::size_t limit) {
  const std::size_t sequences = std::min(limit, queues.size());
  std::size_t each = limit / sequences;
  for (std::size_t s = 0; s < sequences; ++s) each = std::min(each, queues[s].size());
  StepEntries step{{}, static_cast<std::int64_t>(sequences)};
  for (std::size_t s = 0; s < sequences; ++s) {
    const auto end = queues[s].begin() + static_cast<std::ptrdiff_t>(each);
    step.entries.insert(step.entries.end(), queues[s].begin(), end);
    queues[s].erase(queues[s].begin(), end);
  }
  std::erase_if(queues, [](const auto& queue) { return queue.empty(); });
  return step;
}

}  // namespace runtime_split

std::vector<StepEntries> split_batch(const Batch& batch, std::int64_t limit, bool by_sequence) {
  const auto most = static_cast<std::size_t>(limit);
  std::vector<StepEntries> steps;
  if (by_sequence) {
    auto queues = runtime_split::queues_of(batch);
    while (!queues.empty()) steps.push_back(runtime_split::take(queues, most));
    return steps;
  }
  for (std::size_t i = 0; i < batch.size(); ++i) {
    if (i % most == 0) steps.emplace_back();
    steps.back().entries.push_back(i);
  }
  return steps;
}

}  // namespace tern
