#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/graph.h"
#include "models/base/memory_layout.h"
#include "models/base/metadata.h"
#include "models/base/sample.h"
#include "models/base/step_context.h"
#include "models/base/weights.h"

namespace tern {

/// What a session must know of a model to give it memory.
struct ModelShape {
  std::int64_t vocab = 0;
  std::int64_t context = 0;       ///< positions it was trained with
  std::int64_t max_position = 0;  ///< positions from here on cannot be computed; 0: no limit
  std::int64_t embedding = 0;     ///< elements of a token's state
  std::int64_t layers = 0;
  bool causal = true;      ///< tokens do not see those behind them
  bool distances = false;  ///< masks hold minus the distance of tokens, as ALiBi wants them
  bool has_logits = true;  ///< else it gives embeddings, and scores if it has a classifier
  bool goes_on = false;    ///< a step needs the states that StepOutput::states gave before it
  MemoryLayout memory;
};

/// What a step gives: rows of the wanted tokens.
struct StepOutput {
  Tensor* rows = nullptr;    ///< logits, [vocab, outputs], or what else step.result asks for
  Tensor* states = nullptr;  ///< [embedding, outputs] where step.hands_on: what draft heads go on
                             ///< from
};

/// One model: its weights and how they are put together. Immutable after construction.
class Architecture {
 public:
  virtual ~Architecture() = default;
  virtual const ModelShape& shape() const = 0;
  /// Adds the whole computation of a step to the graph. Throws RequestError where the model has not
  /// what the step asks for.
  virtual StepOutput build(const StepContext& step) const = 0;
  /// Layers that only predict further tokens, with a memory of their own; null if there are none.
  /// A layer that others attend to is not among them, wherever it is in the file.
  virtual const Architecture* draft_heads() const { return nullptr; }
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
  void add(std::string name, ArchitectureFactory factory, ModelSample sample = {});
  std::vector<std::string> names() const;
  /// Null if there is none of that name.
  const ArchitectureFactory* find(std::string_view name) const;
  /// One that says nothing if there is none of that name.
  const ModelSample& sample(std::string_view name) const;

 private:
  struct Entry {
    ArchitectureFactory factory;
    ModelSample sample;
  };
  std::map<std::string, Entry, std::less<>> entries_;
};

const ModelTable& model_table();

/// Generated from the file names in models/.
void register_models(ModelTable& table);

}  // namespace tern
