#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "backends/gpu/lowering.h"
#include "backends/gpu/memory.h"
#include "backends/gpu/ranges.h"
#include "core/backend.h"

namespace tern {

/// A device behind the common interface: lowers nodes to calls of kernels and starts them.
///
/// Tensors whose data are not in memory of the device (weights) are copied there when they are
/// first used, and stay.
class GpuBackend : public Backend {
 public:
  explicit GpuBackend(std::unique_ptr<GpuDevice> device);
  ~GpuBackend() override;

  std::string_view name() const override { return device_->info().name; }
  bool supports(const Tensor& node) const override;
  std::unique_ptr<Buffer> allocate(std::size_t bytes) override;
  void write(Tensor& tensor, const void* source, std::size_t bytes) override;
  void read(const Tensor& tensor, void* target, std::size_t bytes) override;
  void compute_nodes(const Graph& graph, std::span<Tensor* const> nodes) override;
  FusionControl& fusion() override { return fusion_; }
  bool owns(const std::byte* address) const override;

  /// True if lanes of a subgroup may work together on it: then a test should try several sizes.
  bool uses_subgroups(const Tensor& node) const;

 private:
  bool meets_all(const GpuOp& op, const Tensor& node,
                 const std::function<bool(GpuKernel)>& condition) const;
  void compute(const FusedStep& step);
  void start(const GpuCall& call);
  std::vector<GpuRanges::Range> find(const std::vector<const Tensor*>& tensors,
                                     std::vector<GpuPlace>& places);
  void reserve_scratch(std::size_t bytes);
  GpuPlace place_of(const Tensor& tensor);
  GpuPlace copy_of_weight(const Tensor& tensor);

  std::unique_ptr<GpuDevice> device_;
  std::shared_ptr<GpuAddresses> addresses_;
  GpuOpTable ops_;
  GpuFusedTable fused_ops_;
  FusionControl& fusion_;
  GpuRanges ranges_;
  std::unique_ptr<GpuBuffer> scratch_;
  std::map<const std::byte*, std::unique_ptr<GpuBuffer>> weights_;  // by their place in host memory
};

}  // namespace tern
