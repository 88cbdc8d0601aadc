#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>

#include "core/backend.h"
#include "models/base/step_context.h"
#include "runtime/state_io.h"
#include "tern/batch.h"

namespace tern {

/// Tokens that move to other positions.
struct PositionShift {
  std::int32_t sequence = 0;
  std::int32_t first = 0;
  std::int32_t last = -1;
  std::int32_t delta = 0;

  bool contains(std::int32_t position) const {
    return position >= first && (last < 0 || position < last);
  }
};

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
  /// Throws RequestError if forget() cannot do this.
  virtual void expect_forget(std::int32_t, std::int32_t, std::int32_t) const {}
  /// Both work on positions from `first` to before `last`; last < 0: to the end. Throw
  /// RequestError, and change nothing, if this memory cannot be cut there.
  virtual void forget(std::int32_t sequence, std::int32_t first, std::int32_t last) = 0;
  virtual void copy(std::int32_t from, std::int32_t to, std::int32_t first, std::int32_t last) = 0;

  /// The sequences that have something here.
  virtual std::set<std::int32_t> sequences() const = 0;
  /// Adds `delta` to the positions of a sequence from `first` to before `last`; last < 0: to the
  /// end. The first function throws RequestError if this memory cannot do that.
  virtual void expect_shift(const PositionShift& shift) const = 0;
  virtual void shift(const PositionShift& shift) = 0;

  /// Writes what one sequence has, or all; without a sequence the numbers of theirs too.
  virtual void save(StateWriter& writer, std::optional<std::int32_t> sequence) const = 0;
  /// Reads what `save` wrote and gives what brings it back, in place of what the sequence has, or
  /// of everything. Throws RequestError or FileError, and changes nothing, if that is not possible;
  /// what it gives does not throw.
  virtual std::function<void()> prepare_restore(StateReader& reader,
                                                std::optional<std::int32_t> sequence) = 0;
};

}  // namespace tern
