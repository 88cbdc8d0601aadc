#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/ops/rope.h"
#include "core/tensor.h"
#include "models/base/window.h"

namespace tern {

/// What a model keeps between steps. The name tells tools and tests apart; the runtime treats all
/// kinds of cells alike, and all kinds of states.
enum class MemoryKind : std::uint8_t {
  keys,
  values,
  latent,        ///< what MLA keeps in place of keys and values
  indexer_keys,  ///< of a sparse attention
  run_members,   ///< what rows of whole runs of tokens are made from
  runs,          ///< those rows, in the cells of the last tokens
  convolution,   ///< the last inputs of a short convolution
  recurrent,     ///< the state of a scan, a delta net, …
  token_shift,   ///< the last input of a layer
};

/// Numbers a memory of the model; what a block gets when it asks for one.
using MemorySlot = std::int32_t;

/// How rows change when their tokens move to other positions: they are heads that rope has turned.
struct Turn {
  RopeParams params;
  std::int64_t head = 0;       ///< elements of a head; the width is a multiple
  Tensor* divisors = nullptr;  ///< (optional) of the frequencies
};

/// A row per token: where it lies, the cell, is decided by the runtime.
struct CellMemory {
  MemoryKind kind{};
  std::int64_t layer = 0;
  std::int64_t width = 0;      ///< elements per token
  std::int64_t window = 0;     ///< index into MemoryLayout::windows
  bool movable = false;        ///< its rows can follow when tokens move to other positions
  std::optional<Turn> turn{};  ///< of movable rows; empty: they stay as they are
};

/// A row per sequence; zero for a new one.
struct StateMemory {
  MemoryKind kind{};
  std::int64_t layer = 0;
  std::int64_t width = 0;  ///< elements per sequence
};

/// All that the layers of a model keep between steps. A layer may have any number of memories, so
/// hybrid models need nothing special.
class MemoryLayout {
 public:
  MemorySlot add_cells(MemoryKind kind, std::int64_t layer, std::int64_t width,
                       const Window& window = {});
  /// Says how the rows of a slot follow their tokens; without it they cannot.
  void set_movable(MemorySlot slot, std::optional<Turn> turn = std::nullopt);
  MemorySlot add_state(MemoryKind kind, std::int64_t layer, std::int64_t width);

  /// Asks for the last tokens of each sequence, so many of those before a step. Only for models
  /// with states, whose tokens come in order.
  void remember_tokens(std::int64_t count) { remembered_ = std::max(remembered_, count); }
  std::int64_t remembered_tokens() const { return remembered_; }

  /// The index of an equal window, which is added if there is none.
  std::int64_t window(const Window& window);

  const std::vector<Window>& windows() const { return windows_; }
  const std::vector<CellMemory>& cells() const { return cells_; }
  const std::vector<StateMemory>& states() const { return states_; }

 private:
  std::vector<Window> windows_;
  std::vector<CellMemory> cells_;
  std::vector<StateMemory> states_;
  std::int64_t remembered_ = 0;
};

}  // namespace tern
