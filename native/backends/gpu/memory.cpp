#include "backends/gpu/memory.h"

#include <utility>

namespace tern {
namespace gpu_memory {

/// Between two ranges, so that a pointer behind the end of one is not in the next.
constexpr std::size_t page = std::size_t{1} << 16;

}  // namespace gpu_memory

std::byte* GpuAddresses::add(std::size_t bytes) {
  using gpu_memory::page;
  const std::uintptr_t address = next_;
  ranges_[address] = {device_.allocate(bytes), bytes};
  next_ += (bytes + 2 * page - 1) / page * page;
  return reinterpret_cast<std::byte*>(address);
}

void GpuAddresses::remove(std::byte* address) {
  const auto it = ranges_.find(reinterpret_cast<std::uintptr_t>(address));
  device_.release(it->second.memory);
  ranges_.erase(it);
}

GpuPlace GpuAddresses::find(const std::byte* address) const {
  const auto number = reinterpret_cast<std::uintptr_t>(address);
  auto it = ranges_.upper_bound(number);
  if (it == ranges_.begin()) return {};
  --it;
  const std::size_t offset = number - it->first;
  return offset <= it->second.bytes ? GpuPlace{it->second.memory, offset} : GpuPlace{};
}

GpuBuffer::GpuBuffer(std::shared_ptr<GpuAddresses> addresses, std::size_t bytes)
    : addresses_(std::move(addresses)), data_(addresses_->add(bytes)), size_(bytes) {}

GpuBuffer::~GpuBuffer() { addresses_->remove(data_); }

}  // namespace tern
