#include "runtime/pooled_batch.h"

#include <map>

namespace tern {
namespace runtime_pooled_batch {

/// The sequences of a batch, numbered by their first tokens, and the entries of each.
std::vector<std::vector<std::size_t>> by_sequence(const Batch& batch) {
  std::vector<std::vector<std::size_t>> entries;
  std::map<std::int32_t, std::size_t> numbers;
  for (std::size_t i = 0; i < batch.size(); ++i) {
    const auto [it, is_new] = numbers.try_emplace(batch[i].sequence, entries.size());
    if (is_new) entries.emplace_back();
    entries[it->second].push_back(i);
  }
  return entries;
}

/// The entry with the lowest or the highest position.
std::size_t outermost(const Batch& batch, const std::vector<std::size_t>& entries, bool last) {
  std::size_t best = entries.front();
  for (const std::size_t entry : entries) {
    const auto position = batch[entry].position;
    if (last ? position >= batch[best].position : position < batch[best].position) best = entry;
  }
  return best;
}

}  // namespace runtime_pooled_batch

PooledBatch::PooledBatch(const Batch& batch, Pooling pooling, bool causal) : batch_(batch) {
  using namespace runtime_pooled_batch;
  const bool last = pooling == Pooling::last || (pooling == Pooling::rank && causal);
  const auto sequences = by_sequence(batch);
  sequences_ = sequences.size();
  std::map<std::size_t, std::size_t> owners;  // by entry, so in the order of rows
  for (std::size_t number = 0; number < sequences.size(); ++number) {
    if (pooling != Pooling::mean) {
      owners[outermost(batch, sequences[number], last)] = number;
      continue;
    }
    for (const std::size_t entry : sequences[number]) owners[entry] = number;
  }
  for (std::size_t i = 0; i < batch_.size(); ++i) batch_[i].wants_logits = owners.contains(i);
  for (const auto& [entry, number] : owners) owners_.push_back(number);
}

std::vector<float> PooledBatch::pool(std::span<const float> rows) const {
  if (owners_.empty()) return {};
  const std::size_t width = rows.size() / owners_.size();
  std::vector<double> sums(sequences_ * width, 0.0);
  std::vector<double> counts(sequences_, 0.0);
  for (std::size_t row = 0; row < owners_.size(); ++row) {
    counts[owners_[row]] += 1.0;
    for (std::size_t i = 0; i < width; ++i)
      sums[owners_[row] * width + i] += double{rows[row * width + i]};
  }
  std::vector<float> pooled(sums.size());
  for (std::size_t i = 0; i < sums.size(); ++i)
    pooled[i] = static_cast<float>(sums[i] / counts[i / width]);
  return pooled;
}

}  // namespace tern
