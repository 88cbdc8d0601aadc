#pragma once

#include <vector>

#include "core/graph.h"
#include "tests/harness/draw.h"

namespace tern::harness {

/// How an input lies in memory.
enum class Layout {
  dense,
  apart,     ///< rows with a gap between them: a part of a wider tensor
  permuted,  ///< dimensions 1 and 2 in the other order
  turned,    ///< dimensions 0 and 1 in the other order: elements of a row are not neighbours
};

const char* name(Layout layout);

/// What a case builds: a graph with inputs that know how their contents are drawn.
class Scene {
 public:
  struct Input {
    Tensor* tensor;
    DrawFloats floats;  ///< one of both
    DrawIntegers integers;
    bool chooses;  ///< the work depends on its contents: `perf` draws it again for each run
  };

  Graph& graph() { return graph_; }
  const Graph& graph() const { return graph_; }

  Tensor* floats(const Shape& shape, Type type = Type::f32, Layout layout = Layout::dense,
                 DrawFloats draw = uniform(-1.0f, 1.0f));
  /// As models have them, of which backends may keep copies.
  Tensor* weight(const Shape& shape, Type type);
  Tensor* integers(const Shape& shape, DrawIntegers draw, Layout layout = Layout::dense);
  /// Integers on which it depends what is read and computed, such as row numbers.
  Tensor* choices(const Shape& shape, DrawIntegers draw);

  /// Another tensor, beside the one that the case returns, whose contents count.
  void also(Tensor* result) { results_.push_back(result); }

  const std::vector<Input>& inputs() const { return inputs_; }
  const std::vector<Tensor*>& results() const { return results_; }

 private:
  Graph graph_;
  std::vector<Input> inputs_;
  std::vector<Tensor*> results_;
};

}  // namespace tern::harness
