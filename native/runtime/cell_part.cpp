#include "runtime/cell_part.h"

#include <algorithm>
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

/// Makes each plan once for all layers that ask.
template <class Plan, class Make>
auto planner(Make make) {
  using Pointer = std::shared_ptr<const Plan>;
  return [make, known = std::map<std::int64_t, Pointer>()](std::int64_t size) mutable -> Pointer {
    Pointer& plan = known[size];
    if (plan == nullptr) plan = std::make_shared<const Plan>(make(size));
    return plan;
  };
}

/// How many of the ranges of `size` positions so many tokens touch at their worst: all sequences
/// but one have a single token. As many of them may end a range, if they begin anywhere.
std::int64_t most_ranges(std::int64_t tokens, std::int64_t size, std::int64_t sequences) {
  const std::int64_t count = std::min(sequences, tokens);
  return count + (tokens - count) / size;
}

RunPlan most_runs(std::int64_t cells, const StepContext& step, std::int64_t ratio,
                  const ExpectedSequences& expected) {
  RunPlan plan;
  if (expected.from_start) {
    const std::int64_t each = step.count / step.sequences.count;
    plan.count = std::max<std::int64_t>(1, cells / ratio);
    plan.fresh = std::min(plan.count, step.sequences.count * most_ranges(each, ratio, 1));
  } else {
    plan.count = most_ranges(cells, ratio, expected.most);
    plan.fresh = most_ranges(step.count, ratio, expected.most);
  }
  return plan;
}

BlockPlan most_blocks(std::int64_t cells, std::int64_t size, const ExpectedSequences& expected) {
  BlockPlan plan;
  plan.count = most_ranges(cells, size, expected.most);
  return plan;
}

}  // namespace runtime_cell_part

void CellPart::expect_room(std::span<const BatchEntry> entries) const {
  table_.expect_room(entries);
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
  const bool is_largest = extent == StepExtent::largest;
  view.runs = runtime_cell_part::planner<RunPlan>([this, is_largest, &step](std::int64_t ratio) {
    return is_largest ? runtime_cell_part::most_runs(table_.size(), step, ratio, expected_)
                      : table_.plan_runs(ratio, step_);
  });
  view.blocks = runtime_cell_part::planner<BlockPlan>([this, is_largest](std::int64_t size) {
    return is_largest ? runtime_cell_part::most_blocks(table_.size(), size, expected_)
                      : table_.plan_blocks(size, step_);
  });
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
