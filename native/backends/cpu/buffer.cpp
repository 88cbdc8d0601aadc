#include "backends/cpu/buffer.h"

#include <cstdint>
#include <cstdlib>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "core/allocator.h"
#include "core/text.h"
#include "tern/error.h"

namespace tern {
namespace cpu_buffer {

/// Large memory in large pages, where the system has them: fewer look-ups of addresses.
void prefer_large_pages([[maybe_unused]] void* block, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__)
  constexpr std::uintptr_t page = std::uintptr_t{2} << 20;
  const auto begin = (reinterpret_cast<std::uintptr_t>(block) + page - 1) / page * page;
  const auto end = (reinterpret_cast<std::uintptr_t>(block) + bytes) / page * page;
  // A refusal costs speed only.
  if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

void* allocate_cleared(std::size_t bytes) {
  // Unlike an aligned allocation that is then cleared, this leaves unused pages untouched.
  void* block = std::calloc(1, bytes + memory_alignment);
  if (block == nullptr) {
    throw RequestError(concat("[memory] expected ", bytes, " bytes, got no memory"));
  }
  prefer_large_pages(block, bytes);
  return block;
}

std::byte* align(void* block) {
  const auto address = reinterpret_cast<std::uintptr_t>(block);
  const std::size_t beyond = address % memory_alignment;
  return static_cast<std::byte*>(block) + (beyond == 0 ? 0 : memory_alignment - beyond);
}

}  // namespace cpu_buffer

CpuBuffer::CpuBuffer(std::size_t bytes)
    : block_(cpu_buffer::allocate_cleared(bytes)), data_(cpu_buffer::align(block_)), size_(bytes) {}

CpuBuffer::~CpuBuffer() { std::free(block_); }

}  // namespace tern
