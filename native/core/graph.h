#pragma once

#include <deque>
#include <initializer_list>
#include <string>
#include <vector>

#include "core/tensor.h"

namespace tern {

/// A list of ops in the order in which they are computed, which is the order of their creation.
///
/// The graph owns its tensors and gives out pointers that stay valid as long as it lives. Tensors
/// from outside (weights, caches) may be sources; they must outlive the graph and are not changed
/// except by ops that write into them by name. Not thread-safe.
class Graph {
 public:
  Graph() = default;
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  /// A tensor that the caller fills between the binding of memory and the computation.
  Tensor* input(Type type, const Shape& shape, std::string name);

  /// A contiguous result with memory of its own.
  Tensor* node(const OpInfo& op, Type type, const Shape& shape,
               std::initializer_list<Tensor*> sources);

  /// An op that writes into memory of `target` and whose result is a view of all of it.
  Tensor* node_into(const OpInfo& op, Tensor* target, std::initializer_list<Tensor*> sources);

  /// Other shape, strides and place over the same memory; nothing is computed.
  /// `offset` counts bytes from the start of `of`. Throws GraphError if the view leaves `of`.
  Tensor* view(const OpInfo& op, Tensor* of, const Shape& shape, const Strides& stride,
               std::size_t offset);

  /// Keeps the memory of the tensor (or of what it views) to the end of the computation.
  void mark_output(Tensor* tensor);

  /// What is to be computed, in order; without views.
  const std::vector<Tensor*>& nodes() const { return nodes_; }
  std::deque<Tensor>& tensors() { return tensors_; }
  const std::deque<Tensor>& tensors() const { return tensors_; }

 private:
  Tensor* add(Type type, const Shape& shape);

  std::deque<Tensor> tensors_;
  std::vector<Tensor*> nodes_;
};

}  // namespace tern
