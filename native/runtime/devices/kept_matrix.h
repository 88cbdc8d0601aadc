#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "runtime/devices/device_set.h"
#include "runtime/devices/spread.h"

namespace tern {

/// A matrix that outlives a step, whole on one device or with its columns cut over several. Seen
/// from here it is one.
class KeptMatrix {
 public:
  KeptMatrix(const DeviceSet& devices, Tensor& plain, const Spread& spread)
      : devices_(devices), plain_(plain), spread_(spread) {}

  /// What graphs name; it has no memory where it is cut.
  const Tensor& plain() const { return plain_; }
  std::size_t row_bytes() const { return plain_.stride[1]; }

  /// Rows that lie one after another in `bytes`.
  void read(std::span<const std::int32_t> rows, std::span<std::byte> bytes) const;
  void write(std::span<const std::int32_t> rows, std::span<const std::byte> bytes) const;

  /// Its columns, from left to right.
  struct Part {
    Backend& backend;
    Tensor& tensor;
  };
  std::vector<Part> parts() const;

 private:
  const DeviceSet& devices_;
  Tensor& plain_;
  const Spread& spread_;
};

}  // namespace tern
