#pragma once

#include "core/backend.h"

namespace tern {

/// Host memory, zero-filled, aligned to memory_alignment.
class CpuBuffer : public Buffer {
 public:
  explicit CpuBuffer(std::size_t bytes);
  ~CpuBuffer() override;
  CpuBuffer(const CpuBuffer&) = delete;
  CpuBuffer& operator=(const CpuBuffer&) = delete;

  std::byte* data() override { return data_; }
  std::size_t size() const override { return size_; }

 private:
  std::byte* data_;
  std::size_t size_;
};

}  // namespace tern
