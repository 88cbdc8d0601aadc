#pragma once

#include <memory>
#include <span>
#include <vector>

#include "backends/cpu/buffer.h"
#include "backends/cpu/kernel.h"
#include "core/backend.h"
#include "core/thread_pool.h"

namespace tern {

/// The reference: computes every op, in host memory.
class CpuBackend : public Backend {
 public:
  explicit CpuBackend(const BackendOptions& options);

  std::string_view name() const override { return "cpu"; }
  bool supports(const Tensor& node) const override;
  std::unique_ptr<Buffer> allocate(std::size_t bytes) override;
  void write(Tensor& tensor, const void* source, std::size_t bytes) override;
  void read(const Tensor& tensor, void* target, std::size_t bytes) override;
  void compute_nodes(const Graph& graph, std::span<Tensor* const> nodes) override;
  FusionControl& fusion() override { return fusion_; }
  std::size_t copied_weight_bytes() const override { return packed_.bytes(); }
  void forget_weights() override { packed_ = {}; }

 private:
  /// A node with its kernel, or several with a fused one.
  struct Step {
    const CpuKernel* kernel;
    const CpuFusedKernel* fused;
    std::span<Tensor* const> nodes;

    void run(const CpuTask& task) const;
  };

  std::vector<Step> prepare(const Graph& graph, std::span<Tensor* const> nodes);
  Step prepare(const FusedStep& step) const;
  void reserve_scratch(const std::vector<Step>& steps);
  CpuTask task_of(int thread) const;

  CpuKernelTable kernels_;
  CpuFusedTable fused_kernels_;
  FusionControl& fusion_;
  const SimdKernels& simd_;
  ThreadPool threads_;
  PackedStore packed_;
  std::unique_ptr<CpuBuffer> scratch_;
  std::size_t scratch_per_thread_ = 0;
  std::unique_ptr<CpuBuffer> shared_;
};

}  // namespace tern
