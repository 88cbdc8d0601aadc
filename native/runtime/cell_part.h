#pragma once

#include <vector>

#include "models/base/memory_layout.h"
#include "runtime/cell_table.h"
#include "runtime/devices/kept_matrix.h"
#include "runtime/memory_part.h"

namespace tern {

/// What sequences there may be, for the reserve. More, or such with holes, are no error but cost a
/// new reserve.
struct ExpectedSequences {
  std::int64_t most = 1;
  bool from_start = false;  ///< all have their tokens from position 0 on
};

/// The cells of all layers with one window.
class CellPart : public MemoryPart {
 public:
  /// `slots` are the memories of the window, which must outlive this object, `rows` theirs.
  CellPart(std::size_t window, CellTable table, ExpectedSequences expected,
           std::vector<const CellMemory*> slots, std::vector<KeptMatrix> rows)
      : window_(window),
        expected_(expected),
        table_(std::move(table)),
        slots_(std::move(slots)),
        rows_(std::move(rows)) {}

  const CellTable& table() const { return table_; }

  void expect_room(std::span<const BatchEntry> entries) const override;
  void place(std::span<const BatchEntry> entries) override;
  void undo() override;
  void keep() override { placed_.clear(); }
  void add_inputs(StepContext& step, StepExtent extent) const override;
  void fill_inputs(Backend& backend, const StepContext& step,
                   std::span<const BatchEntry> entries) const override;
  std::int32_t next_position(std::int32_t sequence) const override;
  void expect_forget(std::int32_t sequence, std::int32_t first, std::int32_t last) const override {
    table_.expect_forget(sequence, first, last);
  }
  void forget(std::int32_t sequence, std::int32_t first, std::int32_t last) override;
  void copy(std::int32_t from, std::int32_t to, std::int32_t first, std::int32_t last) override;
  std::set<std::int32_t> sequences() const override;
  void expect_shift(const PositionShift& shift) const override;
  void shift(const PositionShift& shift) override;
  void save(StateWriter& writer, std::optional<std::int32_t> sequence) const override;
  std::function<void()> prepare_restore(StateReader& reader,
                                        std::optional<std::int32_t> sequence) override;

 private:
  std::size_t window_;
  ExpectedSequences expected_;
  CellTable table_;
  std::vector<const CellMemory*> slots_;
  std::vector<KeptMatrix> rows_;
  std::vector<std::int32_t> placed_;  // since keep()
  std::vector<std::int32_t> step_;    // those of the step
};

/// Layers that keep nothing: tokens see those of their sequence in the same step.
class StepPart : public MemoryPart {
 public:
  StepPart(std::size_t window, bool causal, bool distances)
      : window_(window), causal_(causal), distances_(distances) {}

  void expect_room(std::span<const BatchEntry>) const override {}
  void place(std::span<const BatchEntry>) override {}
  void undo() override {}
  void keep() override {}
  void add_inputs(StepContext& step, StepExtent extent) const override;
  void fill_inputs(Backend& backend, const StepContext& step,
                   std::span<const BatchEntry> entries) const override;
  std::int32_t next_position(std::int32_t) const override { return 0; }
  void forget(std::int32_t, std::int32_t, std::int32_t) override {}
  void copy(std::int32_t, std::int32_t, std::int32_t, std::int32_t) override {}
  std::set<std::int32_t> sequences() const override { return {}; }
  void expect_shift(const PositionShift&) const override {}
  void shift(const PositionShift&) override {}
  void save(StateWriter&, std::optional<std::int32_t>) const override {}
  std::function<void()> prepare_restore(StateReader&, std::optional<std::int32_t>) override {
    return [] {};
  }

 private:
  std::size_t window_;
  bool causal_;
  bool distances_;
};

}  // namespace tern
