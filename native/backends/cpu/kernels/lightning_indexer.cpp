#include "core/ops/lightning_indexer.h"

#include <algorithm>

#include "backends/cpu/kernel.h"
#include "backends/cpu/vector.h"

namespace tern {
namespace cpu_lightning_indexer {

/// Scratch: a key as floats.
std::size_t scratch_bytes(const Tensor& node) {
  return static_cast<std::size_t>(node.source[1]->shape[0]) * sizeof(float);
}

/// A token with one key.
float score(const Tensor& q, const float* key, const float* weights, std::int64_t token,
            std::int64_t sequence) {
  float sum = 0.0f;
  for (std::int64_t head = 0; head < q.shape[1]; ++head) {
    const float product = dot(float_row(q, {head, token, sequence}), key, q.shape[0]);
    sum += std::max(product, 0.0f) * weights[head];
  }
  return sum;
}

float mask_at(const Tensor& mask, std::int64_t cell, std::int64_t token, std::int64_t sequence) {
  float value = 0.0f;
  traits(mask.type).to_float(
      mask.row(token, 0, sequence % mask.shape[3]) + row_bytes(mask.type, cell), &value, 1);
  return value;
}

/// Threads share the cells, so that each key is converted once.
void run(const CpuTask& task, const Tensor& node) {
  const Tensor& q = *node.source[0];
  const Tensor& k = *node.source[1];
  auto* key = reinterpret_cast<float*>(task.scratch);
  const Range mine = share_of(node.shape[0] * node.shape[3], task.thread, task.threads);
  for (std::int64_t i = mine.begin; i < mine.end; ++i) {
    const std::int64_t cell = i % node.shape[0];
    const std::int64_t sequence = i / node.shape[0];
    traits(k.type).to_float(k.row(0, cell, sequence), key, k.shape[0]);
    for (std::int64_t token = 0; token < node.shape[1]; ++token) {
      const float* weights = float_row(*node.source[2], {token, 0, sequence});
      float_row(node, {token, 0, sequence})[cell] =
          score(q, key, weights, token, sequence) + mask_at(*node.source[3], cell, token, sequence);
    }
  }
}

}  // namespace cpu_lightning_indexer

void register_cpu_lightning_indexer(CpuKernelTable& table) {
  table.add(lightning_indexer_op,
            {cpu_lightning_indexer::run, cpu_lightning_indexer::scratch_bytes});
}

}  // namespace tern
