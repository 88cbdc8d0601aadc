#include "backends/cpu/backend.h"

#include <algorithm>
#include <cstring>

#include "backends/cpu/simd/table.h"
#include "core/allocator.h"
#include "core/barrier.h"
#include "core/check.h"

namespace tern {

namespace cpu_backend {

CpuKernelTable kernels() {
  CpuKernelTable table;
  register_cpu_kernels(table);
  return table;
}

CpuFusedTable fused_kernels() {
  CpuFusedTable table;
  register_cpu_fused_kernels(table);
  return table;
}

}  // namespace cpu_backend

CpuBackend::CpuBackend(const BackendOptions& options)
    : kernels_(cpu_backend::kernels()),
      fused_kernels_(cpu_backend::fused_kernels()),
      fusion_(fusion_control("cpu", fusions_of(fused_kernels_.names()))),
      simd_(choose_simd()),
      threads_(options.threads) {}

void CpuBackend::Step::run(const CpuTask& task) const {
  if (fused != nullptr) {
    fused->run(task, nodes);
  } else {
    kernel->run(task, *nodes.front());
  }
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

CpuBackend::Step CpuBackend::prepare(const FusedStep& step) const {
  if (step.pattern != nullptr)
    return {nullptr, fused_kernels_.find(step.pattern->family), step.nodes};
  const Tensor& node = *step.nodes.front();
  const CpuKernel* kernel = kernels_.find(*node.op);
  if (kernel == nullptr) fail(*node.op, "an op of the cpu backend", describe(node));
  return {kernel, nullptr, step.nodes};
}

std::vector<CpuBackend::Step> CpuBackend::prepare(const Graph& graph,
                                                  std::span<Tensor* const> nodes) {
  std::vector<Step> steps;
  for (const FusedStep& step : fuse(graph, nodes, fusion_.active(), FusionCheck::full)) {
    const Step prepared = prepare(step);
    fusion_.count(step);
    // Without elements there is nothing to compute, and no memory to point at.
    const bool empty = element_count(step.result().shape) == 0;
    if (empty) continue;
    if (prepared.kernel != nullptr && prepared.kernel->packs_weight)
      packed_.provide(*prepared.nodes.front()->source[0], threads_);
    steps.push_back(prepared);
  }
  return steps;
}

void CpuBackend::reserve_scratch(const std::vector<Step>& steps) {
  std::size_t own = scratch_per_thread_;
  std::size_t common = shared_ ? shared_->size() : 0;
  for (const Step& step : steps) {
    if (step.fused != nullptr) {
      if (step.fused->scratch_bytes != nullptr)
        own = std::max(own, step.fused->scratch_bytes(step.nodes));
      continue;
    }
    const Tensor& node = *step.nodes.front();
    const CpuKernel& kernel = *step.kernel;
    if (kernel.scratch_bytes != nullptr) own = std::max(own, kernel.scratch_bytes(node));
    if (kernel.shared_bytes != nullptr) common = std::max(common, kernel.shared_bytes(node));
  }
  if (own > scratch_per_thread_) {
    scratch_per_thread_ = (own + memory_alignment - 1) / memory_alignment * memory_alignment;
    const auto threads = static_cast<std::size_t>(threads_.size());
    scratch_ = std::make_unique<CpuBuffer>(scratch_per_thread_ * threads);
  }
  if (common > (shared_ ? shared_->size() : 0)) shared_ = std::make_unique<CpuBuffer>(common);
}

CpuTask CpuBackend::task_of(int thread) const {
  CpuTask task{.thread = thread, .threads = threads_.size(), .simd = &simd_, .packed = &packed_};
  if (scratch_)
    task.scratch = scratch_->data() + static_cast<std::size_t>(thread) * scratch_per_thread_;
  if (shared_) task.shared = shared_->data();
  return task;
}

void CpuBackend::compute_nodes(const Graph& graph, std::span<Tensor* const> nodes) {
  const std::vector<Step> steps = prepare(graph, nodes);
  reserve_scratch(steps);
  Barrier barrier(threads_.size());
  threads_.run([&](int thread) {
    const CpuTask task = task_of(thread);
    for (const Step& step : steps) {
      if (step.kernel != nullptr && step.kernel->prepare != nullptr) {
        step.kernel->prepare(task, *step.nodes.front());
        barrier.wait();
      }
      step.run(task);
      barrier.wait();
    }
  });
}

void register_backend_cpu(BackendTable& table) {
  table.add("cpu",
            [](const BackendOptions& options) { return std::make_unique<CpuBackend>(options); });
}

}  // namespace tern
