#pragma once

#include <map>
#include <memory>

#include "backends/gpu/device.h"
#include "core/backend.h"

namespace tern {

/// Memory of a device seen as a range of addresses, so that tensors can point into it. Nobody may
/// follow these pointers; the device translates them to places.
class GpuAddresses {
 public:
  explicit GpuAddresses(GpuDevice& device) : device_(device) {}

  std::byte* add(std::size_t bytes);
  void remove(std::byte* address);

  /// Empty memory (0) if the address is not one of the device.
  GpuPlace find(const std::byte* address) const;
  GpuDevice& device() { return device_; }

 private:
  struct Range {
    GpuMemory memory;
    std::size_t bytes;
  };

  GpuDevice& device_;
  std::map<std::uintptr_t, Range> ranges_;
  std::uintptr_t next_ = std::uintptr_t{1} << 46;  // no program has memory there
};

class GpuBuffer : public Buffer {
 public:
  GpuBuffer(std::shared_ptr<GpuAddresses> addresses, std::size_t bytes);
  ~GpuBuffer() override;
  GpuBuffer(const GpuBuffer&) = delete;
  GpuBuffer& operator=(const GpuBuffer&) = delete;

  std::byte* data() override { return data_; }
  std::size_t size() const override { return size_; }

 private:
  std::shared_ptr<GpuAddresses> addresses_;
  std::byte* data_;
  std::size_t size_;
};

}  // namespace tern
