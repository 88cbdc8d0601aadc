#include "runtime/devices/placer.h"

#include <utility>

#include "core/ops/layout.h"

namespace tern {
namespace runtime_placer {

Tensor* root_of(Tensor* tensor) { return tensor->base != nullptr ? tensor->base : tensor; }

}  // namespace runtime_placer

bool is_outside_weight(const Tensor& tensor) { return tensor.index < 0 && tensor.is_weight; }

bool writes_into(const Tensor& tensor) {
  return tensor.op != nullptr && !tensor.op->is_view && tensor.base != nullptr;
}

Placer::Placer(const TensorStore& kept, const LayerDevices& layers, std::size_t devices,
               std::optional<CutPlan> cuts)
    : kept_(kept), layers_(layers), devices_(devices), cuts_(std::move(cuts)) {}

std::unique_ptr<PlacedGraph> Placer::place(Graph& plain, std::span<Tensor* const> results) {
  auto graph = std::make_unique<Graph>();
  graph_ = graph.get();
  placed_ = std::make_unique<PlacedGraph>(std::move(graph), devices_);
  known_.clear();
  choose_devices(plain);
  find_written(plain);
  for (Tensor& tensor : plain.tensors()) add(tensor);
  for (Tensor* result : results) {
    Tensor* placed = whole(result, 0);
    graph_->mark_output(placed);
    placed_->stand_for(*result, *placed);
  }
  placed_->plan();
  return std::move(placed_);
}

/// The device of the layer whose weights a node reads; -1 if it reads none.
int Placer::device_by_weights(const Tensor& node) const {
  int device = -1;
  for (Tensor* source : node.source) {
    if (source == nullptr || !runtime_placer::root_of(source)->is_weight) continue;
    const int found = layers_.of_weight(*runtime_placer::root_of(source), node);
    if (found >= 0) device = found;
  }
  return device;
}

/// Nodes without weights stay with those before them, unless the next one goes on with their result
/// on another device: less has to be copied then.
void Placer::choose_devices(const Graph& plain) {
  chosen_.assign(plain.tensors().size(), 0);
  if (cuts_) return;
  std::size_t current = 0;
  const auto& nodes = plain.nodes();
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    int device = device_by_weights(*nodes[i]);
    if (device < 0 && i + 1 < nodes.size() && nodes[i + 1]->source[0] == nodes[i])
      device = device_by_weights(*nodes[i + 1]);
    if (device >= 0) current = static_cast<std::size_t>(device);
    chosen_[static_cast<std::size_t>(nodes[i]->index)] = current;
  }
}

Placer::Known& Placer::set_whole(Tensor* plain, Tensor* placed, std::size_t device) {
  Known& k = known_[plain];
  k.spread.home = device;
  k.copies.assign(devices_, nullptr);
  k.copies[device] = placed;
  return k;
}

/// Tensors that outlive the step become known when they are first used.
Placer::Known& Placer::known(Tensor* plain) {
  if (const auto it = known_.find(plain); it != known_.end()) return it->second;
  Known& k = known_[plain];
  k.copies.assign(devices_, nullptr);
  const Spread* spread = kept_.find(plain);
  if (spread == nullptr) return k;
  k.spread = *spread;
  if (spread->kind == Spread::Kind::whole) k.copies = spread->parts;
  for (std::size_t device = 0; device < devices_; ++device) {
    if (spread->parts[device] != nullptr) placed_->set_device(*spread->parts[device], device);
  }
  return k;
}

void Placer::add(Tensor& plain) {
  if (plain.op == nullptr) {
    add_input(plain);
  } else if (!add_in_parts(plain) && !plain.op->is_view) {
    add_node(plain, chosen_[static_cast<std::size_t>(plain.index)]);
  }
}

void Placer::add_input(Tensor& plain) {
  Tensor* placed = graph_->input(plain.type, plain.shape, plain.name);
  placed_->set_device(*placed, 0);
  placed_->stand_for(plain, *placed);
  set_whole(&plain, placed, 0);
}

void Placer::add_node(Tensor& plain, std::size_t device) {
  const bool into = writes_into(plain);
  if (into) device = known(plain.base).spread.home;
  Sources sources{};
  for (std::size_t i = 0; i < max_sources; ++i) {
    if (plain.source[i] != nullptr) sources[i] = whole(plain.source[i], device);
  }
  set_whole(&plain, add_result(plain, sources, device), device);
  if (into) forget_copies(plain.base);
}

Tensor* Placer::add_result(Tensor& plain, const Sources& sources, std::size_t device) {
  Tensor* result = nullptr;
  if (writes_into(plain)) {
    Tensor* root = whole(plain.base, device);
    const bool is_all = plain.shape == root->shape && plain.offset == 0;
    Tensor* target =
        is_all ? root : graph_->view(view_op, root, plain.shape, plain.stride, plain.offset);
    if (!is_all) placed_->set_device(*target, device);
    result = graph_->node_into(*plain.op, target, {});
  } else {
    result = graph_->node(*plain.op, plain.type, plain.shape, {});
  }
  result->source = sources;
  result->param_bytes = plain.param_bytes;
  result->name = plain.name;
  placed_->set_device(*result, device);
  if (plain.is_output) graph_->mark_output(result);
  return result;
}

Tensor* Placer::whole(Tensor* plain, std::size_t device) {
  if (is_outside_weight(*plain)) return plain;
  Known& k = known(plain);
  if (k.copies[device] == nullptr) {
    Tensor* placed = plain->base != nullptr ? view_of(*plain, device) : bring(plain, device);
    known(plain).copies[device] = placed;
    return placed;
  }
  return k.copies[device];
}

/// A view where its source is; what was written into is seen through its root.
Tensor* Placer::view_of(Tensor& plain, std::size_t device) {
  const bool into = writes_into(plain);
  Tensor* of = into ? plain.base : plain.source[0];
  const std::size_t start = of->base != nullptr ? of->offset : 0;
  Tensor* view = graph_->view(into ? view_op : *plain.op, whole(of, device), plain.shape,
                              plain.stride, plain.offset - start);
  placed_->set_device(*view, device);
  return view;
}

Tensor* Placer::bring(Tensor* plain, std::size_t device) {
  const Known& k = known(plain);
  if (k.spread.kind != Spread::Kind::whole) return joined(k.spread, device);
  return transfer(k.copies[k.spread.home], device);
}

Tensor* Placer::transfer(Tensor* placed, std::size_t device) {
  Tensor* copy = graph_->node(transfer_op, placed->type, placed->shape, {placed});
  copy->name = placed->name;
  placed_->set_device(*copy, device);
  return copy;
}

void Placer::forget_copies(Tensor* root) {
  const Spread spread = known(root).spread;
  for (auto& [tensor, k] : known_) {
    if (tensor != root && tensor->base != root) continue;
    for (std::size_t device = 0; device < devices_; ++device) {
      const bool is_original = spread.kind == Spread::Kind::whole && device == spread.home;
      if (!is_original) k.copies[device] = nullptr;
    }
  }
}

}  // namespace tern
