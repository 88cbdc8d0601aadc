#pragma once

#include <map>
#include <vector>

#include "runtime/devices/kept_matrix.h"
#include "runtime/memory_part.h"

namespace tern {

/// The states of recurrent layers: a row per sequence, and row 0, which stays zero, for those that
/// begin. A state holds all that its sequence has seen; it cannot be cut in the middle.
class StatePart : public MemoryPart {
 public:
  /// `states` have 1 + sequences rows each. `remembered`: how many of its last tokens are kept of
  /// each sequence.
  StatePart(std::vector<KeptMatrix> states, std::int64_t sequences, std::int64_t remembered = 0);

  void expect_room(std::span<const BatchEntry> entries) const override;
  void place(std::span<const BatchEntry> entries) override;
  void undo() override;
  void keep() override { touched_.clear(); }
  void add_inputs(StepContext& step, StepExtent extent) const override;
  void fill_inputs(Backend& backend, const StepContext& step,
                   std::span<const BatchEntry> entries) const override;
  std::int32_t next_position(std::int32_t sequence) const override;
  void forget(std::int32_t sequence, std::int32_t first, std::int32_t last) override;
  void copy(std::int32_t from, std::int32_t to, std::int32_t first, std::int32_t last) override;
  std::set<std::int32_t> sequences() const override;
  void expect_shift(const PositionShift& shift) const override;
  void shift(const PositionShift& shift) override;
  void save(StateWriter& writer, std::optional<std::int32_t> sequence) const override;
  std::function<void()> prepare_restore(StateReader& reader,
                                        std::optional<std::int32_t> sequence) override;

 private:
  struct Held {
    std::int32_t row = 0;
    std::int32_t next = 0;               // position of its next token
    std::vector<std::int32_t> tokens{};  // the last ones
  };

  Held& take_row(std::int32_t sequence);
  void drop(std::int32_t sequence);
  void remember(Held& held, std::int32_t token) const;

  std::vector<KeptMatrix> states_;
  std::vector<std::int32_t> free_rows_;
  std::map<std::int32_t, Held> held_;
  std::vector<std::int32_t> touched_;  // sequences placed since keep()
  std::vector<std::int32_t> read_;     // of the step
  std::vector<std::int32_t> write_;
  std::vector<std::vector<std::int32_t>> before_;
  std::size_t remembered_;
};

}  // namespace tern
