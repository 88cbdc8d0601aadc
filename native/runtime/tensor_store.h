#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/tensor.h"
#include "runtime/devices/device_set.h"
#include "runtime/devices/kept_matrix.h"
#include "runtime/devices/spread.h"

namespace tern {

/// Matrices that outlive a step, in one buffer of each device. Their addresses stay.
class TensorStore {
 public:
  explicit TensorStore(const DeviceSet& devices) : devices_(devices) {}

  /// A matrix of `rows` rows on one device, without memory until provide() is called.
  Tensor* add(Type type, std::int64_t width, std::int64_t rows, std::string name,
              std::size_t device = 0);
  /// One whose columns are cut; no part may be cut inside of a block.
  Tensor* add_cut(Type type, std::int64_t rows, std::string name, const Cut& columns);

  /// Gives zero-filled memory to all. Throws RequestError if there is not enough.
  void provide();

  /// Where a matrix of this store is; null for other tensors.
  const Spread* find(const Tensor* plain) const;
  KeptMatrix matrix(Tensor& plain) const { return {devices_, plain, spreads_.at(&plain)}; }

  std::size_t bytes() const;

 private:
  Tensor& make(Type type, std::int64_t width, std::int64_t rows, const std::string& name);

  const DeviceSet& devices_;
  std::deque<Tensor> tensors_;
  std::map<const Tensor*, Spread> spreads_;          // by what graphs name
  std::vector<std::pair<Tensor*, std::size_t>> on_;  // those with memory, and their devices
  std::vector<std::unique_ptr<Buffer>> buffers_;
};

}  // namespace tern
