#include "runtime/cell_part.h"

#include <map>
#include <memory>
#include <utility>

namespace tern {
namespace runtime_cell_part {

void write_mask(Backend& backend, const CellTable& table, const CellView& view,
                std::span<const BatchEntry> entries) {
  std::vector<float> mask(entries.size() * static_cast<std::size_t>(view.visible));
  table.fill_mask(entries, view.visible, mask);
  backend.write(*view.mask, mask.data(), mask.size() * sizeof(float));
}

Tensor* add_mask(const StepContext& step, std::int64_t visible, std::size_t window) {
  return step.graph.input(Type::f32, {visible, step.count, 1, 1}, "mask " + std::to_string(window));
}

/// Plans once for all layers that ask. A run needs no more than its last token, so in the worst
/// case each token ends one.
auto planner(const CellTable& table, const std::vector<std::int32_t>& cells, std::int64_t tokens,
             StepExtent extent) {
  using Plan = std::shared_ptr<const RunPlan>;
  return [&table, &cells, tokens, extent,
          known = std::map<std::int64_t, Plan>()](std::int64_t ratio) mutable -> Plan {
    Plan& plan = known[ratio];
    if (plan != nullptr) return plan;
    RunPlan made;
    if (extent == StepExtent::current) made = table.plan_runs(ratio, cells);
    if (extent == StepExtent::largest) {
      made.count = table.size();
      made.fresh = tokens;
    }
    return plan = std::make_shared<const RunPlan>(std::move(made));
  };
}

}  // namespace runtime_cell_part

void CellPart::expect_room(std::span<const BatchEntry> entries) const {
  table_.expect_room(static_cast<std::int64_t>(entries.size()));
}

void CellPart::place(std::span<const BatchEntry> entries) {
  step_ = table_.place(entries);
  placed_.insert(placed_.end(), step_.begin(), step_.end());
}

void CellPart::undo() {
  table_.release(placed_);
  placed_.clear();
}

void CellPart::add_inputs(StepContext& step, StepExtent extent) const {
  CellView& view = step.views[window_];
  view.visible = extent == StepExtent::largest ? table_.size() : table_.visible();
  view.mask = runtime_cell_part::add_mask(step, view.visible, window_);
  view.cells =
      step.graph.input(Type::i32, {step.count, 1, 1, 1}, "cells " + std::to_string(window_));
  view.runs = runtime_cell_part::planner(table_, step_, step.count, extent);
}

void CellPart::fill_inputs(Backend& backend, const StepContext& step,
                           std::span<const BatchEntry> entries) const {
  const CellView& view = step.views[window_];
  backend.write(*view.cells, step_.data(), step_.size() * sizeof(std::int32_t));
  runtime_cell_part::write_mask(backend, table_, view, entries);
}

std::int32_t CellPart::next_position(std::int32_t sequence) const {
  return table_.next_position(sequence);
}

void CellPart::forget(std::int32_t sequence, std::int32_t first, std::int32_t last) {
  table_.forget(sequence, first, last);
}

void CellPart::copy(std::int32_t from, std::int32_t to, std::int32_t first, std::int32_t last) {
  table_.share(from, to, first, last);
}

void StepPart::add_inputs(StepContext& step, StepExtent) const {
  CellView& view = step.views[window_];
  view.visible = step.count;
  view.mask = runtime_cell_part::add_mask(step, view.visible, window_);
}

void StepPart::fill_inputs(Backend& backend, const StepContext& step,
                           std::span<const BatchEntry> entries) const {
  CellTable table(static_cast<std::int64_t>(entries.size()), {}, causal_, distances_);
  table.place(entries);
  runtime_cell_part::write_mask(backend, table, step.views[window_], entries);
}

}  // namespace tern
