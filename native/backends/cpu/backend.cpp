#include "backends/cpu/backend.h"

#include <algorithm>
#include <cstring>

#include "core/allocator.h"
#include "core/barrier.h"
#include "core/check.h"

namespace tern {

CpuBackend::CpuBackend(const BackendOptions& options) : threads_(options.threads) {
  register_cpu_kernels(kernels_);
}

bool CpuBackend::supports(const Tensor& node) const {
  return node.op != nullptr && (node.op->is_view || kernels_.find(*node.op) != nullptr);
}

std::unique_ptr<Buffer> CpuBackend::allocate(std::size_t bytes) {
  return std::make_unique<CpuBuffer>(bytes);
}

void CpuBackend::write(Tensor& tensor, const void* source, std::size_t bytes) {
  if (bytes != 0) std::memcpy(tensor.data, source, bytes);
}

void CpuBackend::read(const Tensor& tensor, void* target, std::size_t bytes) {
  if (bytes != 0) std::memcpy(target, tensor.data, bytes);
}

std::vector<CpuBackend::Step> CpuBackend::prepare(const Graph& graph) {
  std::vector<Step> steps;
  for (const Tensor* node : graph.nodes()) {
    const CpuKernel* kernel = kernels_.find(*node->op);
    if (kernel == nullptr) fail(*node->op, "an op of the cpu backend", describe(*node));
    // Without elements there is nothing to compute, and no memory to point at.
    const bool empty = element_count(node->shape) == 0;
    if (!empty) steps.push_back({kernel, node});
  }
  return steps;
}

void CpuBackend::reserve_scratch(const std::vector<Step>& steps) {
  std::size_t most = 0;
  for (const Step& step : steps) {
    if (step.kernel->scratch_bytes != nullptr)
      most = std::max(most, step.kernel->scratch_bytes(*step.node));
  }
  if (most <= scratch_per_thread_) return;
  scratch_per_thread_ = (most + memory_alignment - 1) / memory_alignment * memory_alignment;
  scratch_ =
      std::make_unique<CpuBuffer>(scratch_per_thread_ * static_cast<std::size_t>(threads_.size()));
}

void CpuBackend::compute(const Graph& graph) {
  const std::vector<Step> steps = prepare(graph);
  reserve_scratch(steps);
  Barrier barrier(threads_.size());
  threads_.run([&](int thread) {
    CpuTask task{thread, threads_.size(), nullptr};
    if (scratch_)
      task.scratch = scratch_->data() + static_cast<std::size_t>(thread) * scratch_per_thread_;
    for (const Step& step : steps) {
      step.kernel->run(task, *step.node);
      barrier.wait();
    }
  });
}

void register_backend_cpu(BackendTable& table) {
  table.add("cpu",
            [](const BackendOptions& options) { return std::make_unique<CpuBackend>(options); });
}

}  // namespace tern
