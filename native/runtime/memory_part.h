#pragma once

#include <cstdint>
#include <span>

#include "core/backend.h"
#include "models/base/step_context.h"
#include "tern/batch.h"

namespace tern {

/// How large the inputs of a step are to be.
enum class StepExtent : std::uint8_t {
  current,  ///< for what was placed
  largest,  ///< for a full memory: how much computing can need at most
};

/// One of the memories of a session: the cells of one window, or the states of all sequences.
/// A session with a hybrid model has several.
class MemoryPart {
 public:
  virtual ~MemoryPart() = default;

  /// Throws RequestError if the entries cannot be placed, and changes nothing.
  virtual void expect_room(std::span<const BatchEntry> entries) const = 0;
  /// Makes room for the tokens of the next step.
  virtual void place(std::span<const BatchEntry> entries) = 0;
  /// Takes back all places since the last call of keep(), after a failed step.
  virtual void undo() = 0;
  virtual void keep() = 0;

  /// Adds the inputs of this part to the context of a step; `entries` are those placed last.
  virtual void add_inputs(StepContext& step, StepExtent extent) const = 0;
  virtual void fill_inputs(Backend& backend, const StepContext& step,
                           std::span<const BatchEntry> entries) const = 0;

  /// One more than the highest position of a sequence; 0 if it is empty.
  virtual std::int32_t next_position(std::int32_t sequence) const = 0;
  /// Both work on positions from `first` to before `last`; last < 0: to the end. Throw
  /// RequestError, and change nothing, if this memory cannot be cut there.
  virtual void forget(std::int32_t sequence, std::int32_t first, std::int32_t last) = 0;
  virtual void copy(std::int32_t from, std::int32_t to, std::int32_t first, std::int32_t last) = 0;
};

}  // namespace tern
