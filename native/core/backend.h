#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/fusion_control.h"
#include "core/graph.h"

namespace tern {

/// Memory of a device. Frees it when destroyed.
class Buffer {
 public:
  virtual ~Buffer() = default;
  virtual std::byte* data() = 0;  ///< aligned to memory_alignment
  virtual std::size_t size() const = 0;
};

struct BackendOptions {
  int threads = 1;
};

/// A device that computes graphs. One thread at a time may use it.
class Backend {
 public:
  virtual ~Backend() = default;

  virtual std::string_view name() const = 0;

  /// True if it has a kernel for the op of this node that takes these operands.
  virtual bool supports(const Tensor& node) const = 0;

  /// Zero-filled memory. Throws RequestError if there is not enough.
  virtual std::unique_ptr<Buffer> allocate(std::size_t bytes) = 0;

  /// Copies between host memory and a tensor of this backend (contiguous, memory bound).
  virtual void write(Tensor& tensor, const void* source, std::size_t bytes) = 0;
  virtual void read(const Tensor& tensor, void* target, std::size_t bytes) = 0;

  /// Computes all nodes in order; returns when their results can be read. Throws GraphError
  /// before it computes anything if a node is not supported.
  void compute(const Graph& graph) { compute_nodes(graph, graph.nodes()); }
  /// The same for consecutive nodes of a graph.
  virtual void compute_nodes(const Graph& graph, std::span<Tensor* const> nodes) = 0;

  /// True if the address lies in memory of this device that the host cannot reach.
  virtual bool owns(const std::byte*) const { return false; }

  /// Bytes of copies of weights, in forms that kernels read faster; made when they are first used.
  virtual std::size_t copied_weight_bytes() const { return 0; }

  /// Drops these copies: the weights may change or go away.
  virtual void forget_weights() {}

  /// Switches and counters of fusion, shared by all backends of the same device; lives as long as
  /// the program.
  virtual FusionControl& fusion() = 0;
};

using BackendFactory = std::function<std::unique_ptr<Backend>(const BackendOptions&)>;

/// The backends of this build, filled through the generated registry.
class BackendTable {
 public:
  void add(std::string name, BackendFactory factory);
  std::vector<std::string> names() const;
  /// Throws RequestError with the known names if there is no such backend.
  std::unique_ptr<Backend> make(std::string_view name, const BackendOptions& options) const;

 private:
  std::map<std::string, BackendFactory, std::less<>> factories_;
};

const BackendTable& backend_table();

/// Generated from the folders that CMake adds as backends.
void register_backends(BackendTable& table);

}  // namespace tern
