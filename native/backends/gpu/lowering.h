#pragma once

#include <cstring>
#include <deque>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "backends/gpu/device.h"
#include "core/kernel_table.h"
#include "core/tensor.h"
#include "kernels/types.h"

namespace tern {

/// A start of a kernel, with tensors instead of places.
struct GpuCall {
  std::string kernel;
  std::vector<std::byte> constants;
  std::vector<const Tensor*> inputs;
  std::vector<const Tensor*> outputs;
  std::array<std::uint32_t, 3> groups{};
  std::uint32_t threads = 1;
};

/// Scratch has addresses from here on; the backend knows where it is.
inline constexpr std::uintptr_t scratch_address = std::uintptr_t{1} << 45;

/// Collects the calls that compute a node.
class Lowering {
 public:
  explicit Lowering(GpuDevice& device) : device_(device), info_(device.info()) {}

  const GpuInfo& info() const { return info_; }
  /// Devices may lack kernels that others have.
  bool has(std::string_view kernel) const { return device_.kernel(kernel) != 0; }

  /// `args` is the struct that the kernel knows as `a`.
  template <class Args>
  void call(std::string kernel, const Args& args, std::vector<const Tensor*> inputs,
            std::vector<const Tensor*> outputs, std::array<std::int64_t, 3> groups,
            std::uint32_t threads) {
    std::vector<std::byte> constants(sizeof args);
    std::memcpy(constants.data(), &args, sizeof args);
    add(std::move(kernel), std::move(constants), std::move(inputs), std::move(outputs), groups,
        threads);
  }
  template <class Args>
  void call(std::string kernel, const Args& args, std::vector<const Tensor*> inputs,
            const Tensor& output, std::array<std::int64_t, 3> groups, std::uint32_t threads) {
    call(std::move(kernel), args, std::move(inputs), std::vector<const Tensor*>{&output}, groups,
         threads);
  }

  /// Floats of a result from one on, as a tensor of one row; lives as long as the lowering.
  const Tensor& part(const Tensor& of, std::int64_t first, std::int64_t count);

  /// A tensor that can be changed: another shape, another place in the same memory. Lives as long
  /// as the lowering.
  Tensor& copy_of(const Tensor& tensor) { return parts_.emplace_back(tensor); }

  /// Memory of the device that the calls of this lowering alone use; contiguous.
  const Tensor& scratch(Type type, const Shape& shape);
  /// Bytes of all scratch.
  std::size_t scratch_bytes() const { return scratch_bytes_; }

  const std::vector<GpuCall>& calls() const { return calls_; }

  /// A number of threads for `n` pieces of work: whole subgroups, at most 256 threads. Few numbers
  /// in all, as some drivers compile a kernel for each.
  std::uint32_t threads_for(std::int64_t n) const;

 private:
  void add(std::string kernel, std::vector<std::byte> constants, std::vector<const Tensor*> inputs,
           std::vector<const Tensor*> outputs, std::array<std::int64_t, 3> groups,
           std::uint32_t threads);

  GpuDevice& device_;
  const GpuInfo& info_;
  std::vector<GpuCall> calls_;
  std::deque<Tensor> parts_;
  std::size_t scratch_bytes_ = 0;
};

/// How an op becomes calls of kernels.
struct GpuOp {
  void (*lower)(Lowering& to, const Tensor& node) = nullptr;
  /// (optional) False for operands that the kernels cannot take.
  bool (*supports)(const Tensor& node) = nullptr;
};
using GpuOpTable = KernelTable<GpuOp>;

/// Generated from the file names in backends/gpu/ops/.
void register_gpu_ops(GpuOpTable& table);

/// The same for the nodes of a fusion pattern, by the family of the pattern.
struct GpuFusedOp {
  void (*lower)(Lowering& to, std::span<Tensor* const> nodes) = nullptr;
};
using GpuFusedTable = KernelTable<GpuFusedOp>;

/// Generated from the file names in backends/gpu/fused/.
void register_gpu_fused_ops(GpuFusedTable& table);

/// Shape and strides as kernels take them.
tn_layout layout_of(const Tensor& tensor);

/// One group for each row.
std::array<std::int64_t, 3> groups_by_row(const Shape& shape);

/// How kernels call a type: "q4_0". Empty if they cannot read (write) it.
std::string readable_type(Type type);
std::string writable_type(Type type);

/// The inputs of a kernel that reads such a type: the grid comes last, if there is one.
std::vector<const Tensor*> with_grid(std::vector<const Tensor*> inputs, Type type);

/// The same elements with a block as one element, for kernels that move them as they are.
tn_layout layout_in_blocks(const Tensor& tensor);

}  // namespace tern
