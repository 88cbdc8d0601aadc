#pragma once

#include <cstddef>
#include <span>

#include "backends/common/rows.h"
#include "backends/cpu/packed/store.h"
#include "backends/cpu/simd/kernels.h"
#include "core/kernel_table.h"
#include "core/tensor.h"

namespace tern {

/// The part of a node that one thread computes. All threads run the same node at the same time;
/// how the work is shared must not change a single bit of the result.
struct CpuTask {
  int thread = 0;
  int threads = 1;
  std::byte* scratch =
      nullptr;  ///< this thread's own, aligned, of the size that the kernel asked for
  std::byte* shared = nullptr;  ///< one for all threads, likewise
  const SimdKernels* simd = nullptr;
  const PackedStore* packed = nullptr;
};

struct CpuKernel {
  /// Must not throw; what can be wrong with a node was checked when it was built.
  void (*run)(const CpuTask& task, const Tensor& node) = nullptr;
  /// (optional) Bytes of scratch memory for each thread.
  std::size_t (*scratch_bytes)(const Tensor& node) = nullptr;
  /// (optional) Runs first, on all threads; `run` begins when it has ended on all.
  void (*prepare)(const CpuTask& task, const Tensor& node) = nullptr;
  /// (optional) Bytes of memory that all threads share.
  std::size_t (*shared_bytes)(const Tensor& node) = nullptr;
  /// The first operand, if it is a weight, is used in packed form.
  bool packs_weight = false;
};

using CpuKernelTable = KernelTable<CpuKernel>;

/// Generated from the file names in backends/cpu/kernels/.
void register_cpu_kernels(CpuKernelTable& table);

/// Computes the nodes of a fusion pattern at once, as run of CpuKernel does one.
struct CpuFusedKernel {
  void (*run)(const CpuTask& task, std::span<Tensor* const> nodes) = nullptr;
  /// (optional) Bytes of scratch memory for each thread.
  std::size_t (*scratch_bytes)(std::span<Tensor* const> nodes) = nullptr;
};

/// By the family of the pattern.
using CpuFusedTable = KernelTable<CpuFusedKernel>;

/// Generated from the file names in backends/cpu/fused/.
void register_cpu_fused_kernels(CpuFusedTable& table);

/// Where the row of a tensor is that is repeated to a larger shape.
inline RowIndex repeated(const Tensor& tensor, RowIndex at) {
  return {at.i1 % tensor.shape[1], at.i2 % tensor.shape[2], at.i3 % tensor.shape[3]};
}

inline float* float_row(const Tensor& tensor, RowIndex at) {
  return reinterpret_cast<float*>(tensor.row(at.i1, at.i2, at.i3));
}

/// Calls body(RowIndex) for each row of `shape` that belongs to this thread.
template <class Body>
void for_each_row(const CpuTask& task, const Shape& shape, const Body& body) {
  const Range rows = share_of(row_count(shape), task.thread, task.threads);
  for (std::int64_t row = rows.begin; row < rows.end; ++row) body(row_index(shape, row));
}

}  // namespace tern
