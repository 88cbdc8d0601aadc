#include "runtime/memory.h"

#include <algorithm>
#include <utility>

#include "core/text.h"
#include "runtime/cell_part.h"
#include "runtime/state_part.h"
#include "tern/error.h"

namespace tern {

Memory::Memory(const DeviceSet& devices, const LayerDevices& layers,
               const std::optional<CutPlan>& cuts, const ModelShape& shape,
               const MemorySizes& sizes)
    : inputs_(devices.first()),
      shape_(shape),
      sizes_(sizes),
      windows_(shape.memory.windows().size()),
      store_(devices) {
  // Values are read across rows, which blocks do not allow.
  if (traits(sizes.type).from_float == nullptr || traits(sizes.type).quantized) {
    throw RequestError(concat("[cache] expected type F32, F16 or BF16, got ", name(sizes.type)));
  }
  add_tensors(layers, cuts);
  store_.provide();
  if (has_states()) {
    std::vector<KeptMatrix> states;
    for (Tensor* state : states_) states.push_back(store_.matrix(*state));
    parts_.push_back(std::make_unique<StatePart>(std::move(states), sizes.sequences,
                                                 shape.memory.remembered_tokens()));
  }
  for (std::size_t i = 0; i < windows_; ++i) add_part(i);
}

void Memory::add_tensors(const LayerDevices& layers, const std::optional<CutPlan>& cuts) {
  const auto device_of = [&](std::int64_t layer) { return cuts ? 0 : layers.of_layer(layer); };
  for (const CellMemory& cell : shape_.memory.cells())
    cells_.push_back(add_cells(cell, device_of(cell.layer), cuts));
  for (const StateMemory& state : shape_.memory.states())
    states_.push_back(
        store_.add(Type::f32, state.width, sizes_.sequences + 1, "state", device_of(state.layer)));
}

/// Null where nothing is kept.
Tensor* Memory::add_cells(const CellMemory& cell, std::size_t device,
                          const std::optional<CutPlan>& cuts) {
  const Window& window = shape_.memory.windows()[static_cast<std::size_t>(cell.window)];
  if (window.kind == Window::Kind::step) return nullptr;
  const auto cut = cuts ? cuts->of_cells(cell) : std::nullopt;
  const std::int64_t rows = cells_of(static_cast<std::size_t>(cell.window));
  if (cut) return store_.add_cut(sizes_.type, rows, "cache", *cut);
  return store_.add(sizes_.type, cell.width, rows, "cache", device);
}

/// Behind a sliding window nothing is seen any more.
std::int64_t Memory::cells_of(std::size_t window) const {
  const Window& kind = shape_.memory.windows()[window];
  if (kind.kind != Window::Kind::sliding || !shape_.causal || sizes_.whole_windows)
    return sizes_.cells;
  // Divided, so that a wild window of a file cannot overflow.
  if (kind.size > sizes_.cells / sizes_.sequences) return sizes_.cells;
  return std::min(sizes_.cells, kind.size * sizes_.sequences + sizes_.step);
}

void Memory::add_part(std::size_t window) {
  const Window& kind = shape_.memory.windows()[window];
  if (kind.kind == Window::Kind::step) {
    parts_.push_back(std::make_unique<StepPart>(window, shape_.causal, shape_.distances));
    return;
  }
  std::vector<const CellMemory*> slots;
  std::vector<KeptMatrix> rows;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const CellMemory& slot = shape_.memory.cells()[i];
    if (static_cast<std::size_t>(slot.window) != window) continue;
    slots.push_back(&slot);
    rows.push_back(store_.matrix(*cells_[i]));
  }
  CellTable table(cells_of(window), kind, shape_.causal, shape_.distances);
  if (table.size() < sizes_.cells) table.keep_only_window(sizes_.sequences);
  const ExpectedSequences expected{sizes_.sequences, has_states()};
  auto part = std::make_unique<CellPart>(window, std::move(table), expected, std::move(slots),
                                         std::move(rows));
  tables_.push_back(part.get());
  parts_.push_back(std::move(part));
}

std::int64_t Memory::used() const {
  std::int64_t used = 0;
  for (const CellPart* part : tables_) used = std::max(used, part->table().used());
  return used;
}

void Memory::expect_room(std::span<const BatchEntry> entries) const {
  for (const auto& part : parts_) part->expect_room(entries);
}

void Memory::place(std::span<const BatchEntry> entries) {
  for (const auto& part : parts_) part->place(entries);
}

void Memory::undo() {
  for (const auto& part : parts_) part->undo();
}

void Memory::keep() {
  for (const auto& part : parts_) part->keep();
}

void Memory::add_inputs(StepContext& step, StepExtent extent) const {
  step.cells = cells_;
  step.states = states_;
  step.context = sizes_.cells;
  step.views.resize(windows_);
  for (const auto& part : parts_) part->add_inputs(step, extent);
}

void Memory::fill_inputs(const StepContext& step, std::span<const BatchEntry> entries) const {
  for (const auto& part : parts_) part->fill_inputs(inputs_, step, entries);
}

std::int32_t Memory::next_position(std::int32_t sequence) const {
  std::int32_t next = 0;
  for (const auto& part : parts_) next = std::max(next, part->next_position(sequence));
  return next;
}

void Memory::forget(std::int32_t sequence, std::int32_t first, std::int32_t last) {
  for (const auto& part : parts_) part->expect_forget(sequence, first, last);
  for (const auto& part : parts_) part->forget(sequence, first, last);
}

void Memory::copy(std::int32_t from, std::int32_t to, std::int32_t first, std::int32_t last) {
  for (const auto& part : parts_) part->copy(from, to, first, last);
}

}  // namespace tern
