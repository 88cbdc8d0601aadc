#include "backends/gpu/backend.h"

#include <algorithm>
#include <utility>

#include "core/check.h"

namespace tern {
namespace gpu_backend {

GpuOpTable ops() {
  GpuOpTable table;
  register_gpu_ops(table);
  return table;
}

GpuFusedTable fused_ops() {
  GpuFusedTable table;
  register_gpu_fused_ops(table);
  return table;
}

GpuRanges::Range range_of(const Tensor& tensor, GpuPlace place) {
  return {place.memory, place.offset, place.offset + byte_span(tensor)};
}

const Tensor& root_of(const Tensor& tensor) {
  return tensor.base != nullptr ? *tensor.base : tensor;
}

}  // namespace gpu_backend

GpuBackend::GpuBackend(std::unique_ptr<GpuDevice> device)
    : device_(std::move(device)),
      addresses_(std::make_shared<GpuAddresses>(*device_)),
      ops_(gpu_backend::ops()),
      fused_ops_(gpu_backend::fused_ops()),
      fusion_(fusion_control(device_->info().name, fusions_of(fused_ops_.names()))) {}

GpuBackend::~GpuBackend() = default;

bool GpuBackend::supports(const Tensor& node) const {
  if (node.op == nullptr) return false;
  if (node.op->is_view) return true;
  const GpuOp* op = ops_.find(*node.op);
  // A device may lack kernels that others have.
  return op != nullptr && (op->supports == nullptr || op->supports(node)) &&
         meets_all(*op, node, [](GpuKernel kernel) { return kernel != 0; });
}

bool GpuBackend::uses_subgroups(const Tensor& node) const {
  if (node.op->is_view || !supports(node)) return false;
  return !meets_all(*ops_.find(*node.op), node,
                    [&](GpuKernel kernel) { return !device_->uses_subgroups(kernel); });
}

/// All kernels that compute a node. Without operands it is not known which are needed, without
/// elements none are.
bool GpuBackend::meets_all(const GpuOp& op, const Tensor& node,
                           const std::function<bool(GpuKernel)>& condition) const {
  if (node.source[0] == nullptr || element_count(node.shape) == 0) return true;
  Lowering lowering(*device_);
  op.lower(lowering, node);
  return std::all_of(lowering.calls().begin(), lowering.calls().end(),
                     [&](const GpuCall& call) { return condition(device_->kernel(call.kernel)); });
}

std::unique_ptr<Buffer> GpuBackend::allocate(std::size_t bytes) {
  return std::make_unique<GpuBuffer>(addresses_, bytes);
}

bool GpuBackend::owns(const std::byte* address) const {
  return addresses_->find(address).memory != 0;
}

void GpuBackend::write(Tensor& tensor, const void* source, std::size_t bytes) {
  if (bytes == 0) return;
  device_->upload(addresses_->find(tensor.data), {static_cast<const std::byte*>(source), bytes});
}

void GpuBackend::read(const Tensor& tensor, void* target, std::size_t bytes) {
  if (bytes == 0) return;
  device_->download(addresses_->find(tensor.data), {static_cast<std::byte*>(target), bytes});
}

GpuPlace GpuBackend::copy_of_weight(const Tensor& tensor) {
  const Tensor& root = gpu_backend::root_of(tensor);
  auto& buffer = weights_[root.data];
  const std::size_t bytes = byte_span(root);
  if (buffer == nullptr || buffer->size() < bytes) {
    buffer = std::make_unique<GpuBuffer>(addresses_, bytes);
    device_->upload(addresses_->find(buffer->data()), {root.data, bytes});
  }
  return addresses_->find(buffer->data() + (tensor.data - root.data));
}

void GpuBackend::reserve_scratch(std::size_t bytes) {
  if (bytes == 0 || (scratch_ != nullptr && scratch_->size() >= bytes)) return;
  device_->finish();
  ranges_.clear();
  scratch_ = std::make_unique<GpuBuffer>(addresses_, bytes);
}

GpuPlace GpuBackend::place_of(const Tensor& tensor) {
  const auto address = reinterpret_cast<std::uintptr_t>(tensor.data);
  if (scratch_ != nullptr && address - scratch_address < scratch_->size())
    return addresses_->find(scratch_->data() + (address - scratch_address));
  const GpuPlace place = addresses_->find(tensor.data);
  return place.memory != 0 ? place : copy_of_weight(tensor);
}

std::vector<GpuRanges::Range> GpuBackend::find(const std::vector<const Tensor*>& tensors,
                                               std::vector<GpuPlace>& places) {
  std::vector<GpuRanges::Range> ranges;
  for (const Tensor* tensor : tensors) {
    places.push_back(place_of(*tensor));
    ranges.push_back(gpu_backend::range_of(*tensor, places.back()));
  }
  return ranges;
}

void GpuBackend::start(const GpuCall& call) {
  std::vector<GpuPlace> places;
  const auto reads = find(call.inputs, places);
  const auto writes = find(call.outputs, places);
  if (!ranges_.allow(reads, writes)) {
    device_->barrier();
    ranges_.clear();
  }
  ranges_.add(reads, writes);
  device_->launch({device_->kernel(call.kernel), call.constants, places, call.inputs.size(),
                   call.groups, call.threads});
}

void GpuBackend::compute(const FusedStep& step) {
  Lowering lowering(*device_);
  if (step.pattern != nullptr) {
    fused_ops_.find(step.pattern->family)->lower(lowering, step.nodes);
  } else {
    ops_.find(*step.result().op)->lower(lowering, step.result());
  }
  reserve_scratch(lowering.scratch_bytes());
  for (const GpuCall& call : lowering.calls()) start(call);
}

void GpuBackend::compute_nodes(const Graph& graph, std::span<Tensor* const> nodes) {
  for (const Tensor* node : nodes) {
    if (!supports(*node)) fail(*node->op, "an op of " + device_->info().name, describe(*node));
  }
  for (const FusedStep& step : fuse(graph, nodes, fusion_.active(), FusionCheck::full)) {
    fusion_.count(step);
    // Without elements there is nothing to compute, and no memory to point at.
    if (element_count(step.result().shape) != 0) compute(step);
  }
  device_->finish();
  ranges_.clear();
}

}  // namespace tern
