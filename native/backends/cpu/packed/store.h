#pragma once

#include <unordered_map>
#include <vector>

#include "backends/cpu/buffer.h"
#include "backends/cpu/packed/format.h"
#include "core/thread_pool.h"

namespace tern {

/// A weight in packed form; matrices of a stack (experts) one after another.
struct PackedWeight {
  const PackFormat* format = nullptr;
  std::size_t band_bytes = 0;
  std::int64_t bands = 0;  ///< of one matrix
  std::unique_ptr<CpuBuffer> memory;

  const std::byte* band(std::int64_t matrix, std::int64_t index) const {
    return memory->data() + static_cast<std::size_t>(matrix * bands + index) * band_bytes;
  }
};

/// True if the store keeps this tensor in packed form: it is a weight of a type that has one.
bool is_packable(const Tensor& tensor);

/// Packed forms of weights, made when a graph first uses them. The tensors must outlive the store.
class PackedStore {
 public:
  /// Throws RequestError if there is not enough memory.
  void provide(const Tensor& weight, ThreadPool& threads);

  /// Null if it was not provided.
  const PackedWeight* find(const Tensor& weight) const;

  /// Of all packed forms together.
  std::size_t bytes() const { return bytes_; }

 private:
  std::unordered_map<const Tensor*, PackedWeight> weights_;
  std::size_t bytes_ = 0;
};

}  // namespace tern
