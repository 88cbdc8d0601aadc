#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/allocator.h"
#include "core/graph.h"

namespace tern {

/// source[0]: contiguous, on another device. Result: the same values on this one.
inline constexpr OpInfo transfer_op{"transfer"};

/// A graph whose tensors have their devices, and the memory plan of each.
class PlacedGraph {
 public:
  /// All on one device. The graph must outlive this object.
  explicit PlacedGraph(Graph& graph) : graph_(&graph), plans_{plan_memory(graph)} {}

  /// What is on `count` devices: nothing yet.
  PlacedGraph(std::unique_ptr<Graph> graph, std::size_t count)
      : own_(std::move(graph)), graph_(own_.get()), plans_(count) {}

  Graph& graph() { return *graph_; }
  const Graph& graph() const { return *graph_; }

  /// Of a tensor of the graph, or one from outside that was announced.
  std::size_t device_of(const Tensor& tensor) const;
  void set_device(const Tensor& tensor, std::size_t device);
  /// What the caller writes to or reads from `plain` is in `placed`.
  void stand_for(Tensor& plain, Tensor& placed) { faces_.emplace_back(&plain, &placed); }

  /// To be called when all is placed.
  void plan();
  const MemoryPlan& plan_of(std::size_t device) const { return plans_[device]; }
  /// Bytes that each device needs.
  std::vector<std::size_t> peaks() const;
  void bind(std::span<std::byte* const> memory);

 private:
  std::unique_ptr<Graph> own_;
  Graph* graph_;
  std::vector<std::size_t> devices_;  // by tensor index; empty: all on the first
  std::vector<std::pair<const Tensor*, std::size_t>> outside_;
  std::vector<std::pair<Tensor*, Tensor*>> faces_;
  std::vector<MemoryPlan> plans_;
};

}  // namespace tern
