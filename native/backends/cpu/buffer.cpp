#include "backends/cpu/buffer.h"

#include <cstring>
#include <new>

#include "core/allocator.h"

namespace tern {

CpuBuffer::CpuBuffer(std::size_t bytes)
    : data_(static_cast<std::byte*>(::operator new(bytes, std::align_val_t{memory_alignment}))),
      size_(bytes) {
  std::memset(data_, 0, size_);
}

CpuBuffer::~CpuBuffer() { ::operator delete(data_, std::align_val_t{memory_alignment}); }

}  // namespace tern
