#pragma once

#include "core/backend.h"

namespace tern {

/// Host memory, zero-filled, aligned to memory_alignment. Pages take room when they are first used.
class CpuBuffer : public Buffer {
 public:
  /// Throws RequestError if there is not enough memory.
  explicit CpuBuffer(std::size_t bytes);
  ~CpuBuffer() override;
  CpuBuffer(const CpuBuffer&) = delete;
  CpuBuffer& operator=(const CpuBuffer&) = delete;

  std::byte* data() override { return data_; }
  std::size_t size() const override { return size_; }

 private:
  void* block_;      // as the C library gave it
  std::byte* data_;  // the first aligned byte in it
  std::size_t size_;
};

}  // namespace tern
