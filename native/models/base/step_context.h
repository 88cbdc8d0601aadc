#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/graph.h"
#include "models/base/memory_layout.h"
#include "tern/batch.h"

namespace tern {

/// The whole runs of `ratio` positions (from a multiple of it on) among the cells of a window. What
/// a run has in common lies in the cell of its last token, so that it is shared, copied and
/// forgotten as that is.
struct RunPlan {
  std::int64_t count = 1;              ///< runs, at least 1
  std::int64_t fresh = 1;              ///< of them, those that end in this step; at least 1
  std::vector<std::int32_t> ends;      ///< [count] cells of the last tokens; -1: stands for none
  std::vector<float> mask;             ///< [count, tokens]: 0 or -infinity
  std::vector<std::int32_t> new_ends;  ///< [fresh] cells; -1: stands for none
  std::vector<std::int32_t> starts;    ///< [fresh] positions of the first tokens
  std::vector<std::int32_t> members;   ///< [ratio, fresh] cells of the tokens; -1: missing
  std::vector<std::int32_t> before;    ///< [ratio, fresh] cells of those of the run before
  std::vector<std::int32_t> of_cell;   ///< [cells] the run that a cell belongs to; -1: to none, or
                                       ///< to several that different sequences have
};

/// Cells in blocks of `size` positions (from a multiple of it on), those apart that not the same
/// sequences see. The last block of a sequence need not be full.
struct BlockPlan {
  std::int64_t count = 1;             ///< blocks, at least 1
  std::vector<std::int32_t> starts;   ///< [count] positions
  std::vector<std::int32_t> members;  ///< [size, count] cells; -1: none
  std::vector<float> mask;            ///< [size * count, tokens]: 0 or -infinity
  std::vector<std::int32_t> of_cell;  ///< [cells] the block that a cell lies in; -1: it is free
};

/// The cells of the tokens of a step, for all layers with one window.
struct CellView {
  Tensor* cells = nullptr;   ///< I32 [tokens]: where their rows go; null where nothing is kept
  Tensor* mask = nullptr;    ///< F32 [visible, tokens]: 0 or -infinity
  std::int64_t visible = 0;  ///< leading cells outside of which nothing is seen
  /// Plans runs of so many positions; while a step is only measured, of the most that there can
  /// be, without lists. Null where nothing is kept.
  std::function<std::shared_ptr<const RunPlan>(std::int64_t ratio)> runs;
  /// The same for blocks; the most that there can be of one sequence.
  std::function<std::shared_ptr<const BlockPlan>(std::int64_t size)> blocks;
};

/// The states of the sequences of a step. Tokens come sequence after sequence, equally many of
/// each: token t of sequence s is number s * (tokens / count) + t.
struct StateView {
  std::int64_t count = 0;   ///< sequences
  Tensor* read = nullptr;   ///< I32 [count]: rows to read; row 0 of every state is zero
  Tensor* write = nullptr;  ///< I32 [count]: rows to write
  std::int64_t first = 0;   ///< the first of them if they lie side by side in order, else 0
  std::vector<std::vector<std::int32_t>> before{};  ///< the last tokens of each before the step, as
                                                    ///< many as MemoryLayout::remember_tokens wants
};

/// Computes the bytes of an input from the tokens of the step.
using InputFiller = std::function<void(std::span<const BatchEntry>, std::span<std::byte>)>;

/// What comes out of a step, for each wanted token.
enum class StepResult : std::uint8_t {
  logits,
  embeddings,  ///< what goes into the last matrix: the state of the token behind the last norm
  scores,      ///< of a classifier
};

/// What the graph of one step is built from. The runtime makes it.
struct StepContext {
  explicit StepContext(Graph& g) : graph(g) {}

  Graph& graph;
  std::int64_t count = 0;        ///< tokens
  Tensor* tokens = nullptr;      ///< I32 [count]
  Tensor* positions = nullptr;   ///< I32 [count]
  Tensor* outputs = nullptr;     ///< I32: the tokens whose logits are wanted
  std::int64_t context = 0;      ///< tokens that the session can hold
  bool flash_attention = false;  ///< attention is to be one op
  StepResult result = StepResult::logits;
  bool hands_on = false;        ///< the states that draft heads go on from are wanted too
  Tensor* handed_on = nullptr;  ///< F32 [embedding, count]: such states of the tokens before, for
                                ///< architectures that go on
  std::size_t draft_head = 0;
  std::vector<CellView> views;  ///< by window
  StateView sequences;
  std::span<Tensor* const> cells;   ///< [width, cells] by slot of CellMemory
  std::span<Tensor* const> states;  ///< F32 [width, rows] by slot of StateMemory

  /// A tensor that `fill` writes before the step is computed. For what only some models need;
  /// asking twice for a name gives one tensor.
  Tensor* input(Type type, const Shape& shape, const std::string& name, InputFiller fill) const;

  /// I32 [4 * count], dimension after dimension, as rope with sections wants them. In text time,
  /// height and width are the position, the fourth is 0.
  Tensor* section_positions() const;

  /// What a layer leaves for later ones; null if none did.
  void leave(const std::string& name, Tensor* tensor) const { left_[name] = tensor; }
  Tensor* left(const std::string& name) const {
    const auto it = left_.find(name);
    return it == left_.end() ? nullptr : it->second;
  }

  struct Input {
    Tensor* tensor = nullptr;
    InputFiller fill;
  };
  const std::vector<Input>& inputs() const { return inputs_; }

 private:
  // Both grow while the graph is built.
  mutable std::vector<Input> inputs_;
  mutable std::map<std::string, Tensor*> left_;
};

}  // namespace tern
