#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/graph.h"
#include "models/base/metadata.h"
#include "models/base/weights.h"

namespace tern {

/// What a session must know of a model to give it memory.
struct ModelShape {
  std::int64_t vocab = 0;
  std::int64_t context = 0;       ///< positions it was trained with
  std::int64_t max_position = 0;  ///< positions from here on cannot be computed; 0: no limit
  std::int64_t layers = 0;
  std::int64_t key_width = 0;  ///< elements that a token adds to the cache, per layer
  std::int64_t value_width = 0;
};

/// Keys and values of one layer: one row per cell.
struct LayerCache {
  Tensor* keys = nullptr;    ///< [key_width, cells]
  Tensor* values = nullptr;  ///< [value_width, cells]
};

/// The inputs of one step; `n` tokens, of which attention sees the first `visible_cells` cells.
struct StepContext {
  Graph& graph;
  Tensor* tokens = nullptr;     ///< I32 [n]
  Tensor* positions = nullptr;  ///< I32 [n]
  Tensor* cells = nullptr;      ///< I32 [n]: where their keys and values go
  Tensor* mask = nullptr;       ///< F32 [visible_cells, n]: 0 or -infinity
  Tensor* outputs = nullptr;    ///< I32: the tokens whose logits are wanted
  std::int64_t visible_cells = 0;
  std::span<const LayerCache> cache{};
};

/// One model: its weights and how they are put together. Immutable after construction.
class Architecture {
 public:
  virtual ~Architecture() = default;
  virtual const ModelShape& shape() const = 0;
  /// Adds the whole computation of a step to the graph; gives the logits, [vocab, outputs].
  virtual Tensor* build(const StepContext& step) const = 0;
};

/// What a file in models/ makes an Architecture from; used during construction only, except that
/// the tensors of `weights` stay.
struct ModelSource {
  const Metadata& metadata;
  Weights& weights;
};

using ArchitectureFactory = std::function<std::unique_ptr<Architecture>(const ModelSource&)>;

/// All architectures, by the name in general.architecture.
class ModelTable {
 public:
  void add(std::string name, ArchitectureFactory factory);
  std::vector<std::string> names() const;
  /// Null if there is none of that name.
  const ArchitectureFactory* find(std::string_view name) const;

 private:
  std::map<std::string, ArchitectureFactory, std::less<>> factories_;
};

const ModelTable& model_table();

/// Generated from the file names in models/.
void register_models(ModelTable& table);

}  // namespace tern
