#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "runtime/devices/device_set.h"
#include "runtime/devices/placed_graph.h"

namespace tern {

/// The memory that steps are computed in, on each device.
class ComputeMemory {
 public:
  /// Takes so many bytes on each device.
  ComputeMemory(const DeviceSet& devices, const std::vector<std::size_t>& bytes);

  /// Gives a step its memory.
  void bind(PlacedGraph& step);

  /// Bytes of all devices: what was taken at first, and the most that a step needed so far.
  std::size_t reserved() const { return reserved_; }
  std::size_t peak() const { return peak_; }

 private:
  void provide(std::size_t device, std::size_t bytes);

  const DeviceSet& devices_;
  std::vector<std::unique_ptr<Buffer>> buffers_;
  std::size_t reserved_ = 0;
  std::size_t peak_ = 0;
};

}  // namespace tern
