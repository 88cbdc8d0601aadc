#pragma once

#include <memory>
#include <random>
#include <vector>

#include "core/allocator.h"
#include "core/backend.h"
#include "core/graph.h"

namespace tern {

/// Builds a small graph with constant inputs and computes it on the cpu backend.
class GraphRunner {
 public:
  explicit GraphRunner(int threads = 1);

  Graph& graph() { return graph_; }
  FusionControl& fusion() { return backend_->fusion(); }

  /// Inputs with these contents. Floats are converted to the type.
  Tensor* floats(const Shape& shape, const std::vector<float>& values, Type type = Type::f32);
  /// An input with these bytes.
  Tensor* stored(const Shape& shape, std::vector<std::byte> bytes, Type type);
  Tensor* integers(const std::vector<std::int32_t>& values);
  Tensor* integers(const Shape& shape, const std::vector<std::int32_t>& values);
  /// Normally distributed floats; the same for the same seed.
  Tensor* random(const Shape& shape, unsigned seed, Type type = Type::f32);

  /// Computes the graph; gives the elements of `result` (any layout, converted to float) in order.
  std::vector<float> compute(Tensor* result);
  /// The same for a contiguous I32 result.
  std::vector<std::int32_t> compute_integers(Tensor* result);

 private:
  struct Content {
    Tensor* tensor;
    std::vector<std::byte> bytes;
  };

  void compute_all(Tensor* result);

  Graph graph_;
  std::unique_ptr<Backend> backend_;
  std::unique_ptr<Buffer> memory_;
  std::vector<Content> contents_;
};

std::vector<float> random_floats(std::size_t count, unsigned seed);

/// Bytes of `count` elements in blocks. Scales that are halves stay below 2, so no element is
/// large.
std::vector<std::byte> random_blocks(Type type, std::int64_t count, unsigned seed);

/// All types that hold floats.
std::vector<Type> float_types();

/// What remains of floats after conversion to a type and back.
std::vector<float> round_trip(Type type, const std::vector<float>& values);

/// The elements of a bound tensor, converted to float.
std::vector<float> read_floats(const Tensor& tensor);

/// The elements of a bound, contiguous I32 tensor.
std::vector<std::int32_t> read_integers(const Tensor& tensor);

}  // namespace tern
