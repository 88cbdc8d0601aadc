#pragma once

#include <vector>

#include "core/backend.h"
#include "core/graph.h"

namespace tern {

/// A tensor of F32 and its contents in order.
struct Filled {
  Tensor* tensor;
  std::vector<float> values;
};

/// Plans memory for the graph, fills tensors, computes on the backend, and gives the elements of a
/// contiguous F32 result. What is filled and is not an input must be marked as an output.
std::vector<float> compute_on(Backend& backend, Graph& graph, const std::vector<Filled>& filled,
                              const Tensor& result);

}  // namespace tern
