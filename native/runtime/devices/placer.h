#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "core/graph.h"
#include "runtime/devices/cut_plan.h"
#include "runtime/devices/cut_rules.h"
#include "runtime/devices/layer_devices.h"
#include "runtime/devices/placed_graph.h"
#include "runtime/devices/spread.h"
#include "runtime/devices/weight_cuts.h"
#include "runtime/tensor_store.h"

namespace tern {

bool is_outside_weight(const Tensor& tensor);
/// An op that writes into memory of another tensor.
bool writes_into(const Tensor& tensor);

/// Rewrites a graph for several devices: each node is computed where its layer is, and what it
/// reads from elsewhere is copied there once. Weights are at hand on all devices. With a plan of
/// cuts, nodes are computed in parts instead, on all devices, and what cannot be on the first.
class Placer {
 public:
  Placer(const TensorStore& kept, const LayerDevices& layers, std::size_t devices,
         std::optional<CutPlan> cuts = std::nullopt);

  /// Results that the caller wants to read are brought to the first device, and inputs are there.
  std::unique_ptr<PlacedGraph> place(Graph& plain, std::span<Tensor* const> results);

  /// The matrices that graphs so far used whole, though there is a plan of cuts.
  const std::set<const Tensor*>& whole_weights() const { return whole_weights_; }

 private:
  /// What is known of a tensor of the plain graph.
  struct Known {
    Spread spread;
    std::vector<Tensor*> copies;  // of the whole tensor, by device
  };

  using Sources = std::array<Tensor*, max_sources>;

  Known& known(Tensor* plain);
  Known& set_whole(Tensor* plain, Tensor* placed, std::size_t device);
  void add(Tensor& plain);
  void add_input(Tensor& plain);
  void add_node(Tensor& plain, std::size_t device);
  Tensor* add_result(Tensor& plain, const Sources& sources, std::size_t device);
  void choose_devices(const Graph& plain);
  int device_by_weights(const Tensor& node) const;

  // With cuts: placer_cut.cpp
  bool add_in_parts(Tensor& plain);
  bool view_in_parts(Tensor& plain);
  bool write_in_parts(Tensor& plain);
  void compute_in_parts(Tensor& plain, const CutRule& rule);
  Tensor* part_of(Tensor* plain, const Cut& cut, std::size_t device);
  Sources sources_in_parts(const Tensor& plain, const CutRule& rule, std::size_t device);
  Tensor* slice(Tensor* plain, const Cut& cut, std::size_t device);
  Tensor* joined(const Spread& spread, std::size_t device);
  void find_written(const Graph& plain);

  /// All of a tensor on a device.
  Tensor* whole(Tensor* plain, std::size_t device);
  Tensor* bring(Tensor* plain, std::size_t device);
  Tensor* view_of(Tensor& plain, std::size_t device);
  Tensor* transfer(Tensor* placed, std::size_t device);
  /// Copies of what has just been written into are out of date.
  void forget_copies(Tensor* root);

  const TensorStore& kept_;
  const LayerDevices& layers_;
  const std::size_t devices_;
  std::unique_ptr<PlacedGraph> placed_;
  Graph* graph_ = nullptr;             // of placed_
  std::vector<std::size_t> chosen_;    // devices by index of the plain tensor
  std::map<const Tensor*, Known> known_;
  std::optional<CutPlan> cuts_;
  WeightCuts weight_cuts_;
  std::set<const Tensor*> whole_weights_;
  std::set<const Tensor*> written_;  // of the graph, by ops that write into them
};

}  // namespace tern
