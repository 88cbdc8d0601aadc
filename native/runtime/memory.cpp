#include "runtime/memory.h"

#include <algorithm>

#include "core/text.h"
#include "runtime/cell_part.h"
#include "runtime/state_part.h"
#include "tern/error.h"

namespace tern {

Memory::Memory(Backend& backend, const ModelShape& shape, const MemorySizes& sizes)
    : backend_(backend), shape_(shape), sizes_(sizes), windows_(shape.memory.windows().size()) {
  // Values are read across rows, which blocks do not allow.
  if (traits(sizes.type).from_float == nullptr || traits(sizes.type).quantized) {
    throw RequestError(concat("[cache] expected type F32, F16 or BF16, got ", name(sizes.type)));
  }
  const MemoryLayout& layout = shape.memory;
  for (const CellMemory& cell : layout.cells()) {
    const bool kept =
        layout.windows()[static_cast<std::size_t>(cell.window)].kind != Window::Kind::step;
    cells_.push_back(kept ? store_.add(sizes.type, cell.width, sizes.cells, "cache") : nullptr);
  }
  for (const StateMemory& state : layout.states())
    states_.push_back(store_.add(Type::f32, state.width, sizes.sequences + 1, "state"));
  store_.provide(backend);
  if (has_states())
    parts_.push_back(
        std::make_unique<StatePart>(backend, states_, sizes.sequences, layout.remembered_tokens()));
  for (std::size_t i = 0; i < windows_; ++i) add_part(shape, i);
}

void Memory::add_part(const ModelShape& shape, std::size_t window) {
  const Window& kind = shape.memory.windows()[window];
  if (kind.kind == Window::Kind::step) {
    parts_.push_back(std::make_unique<StepPart>(window, shape.causal, shape.distances));
    return;
  }
  std::vector<const CellMemory*> slots;
  std::vector<Tensor*> tensors;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const CellMemory& slot = shape.memory.cells()[i];
    if (static_cast<std::size_t>(slot.window) != window) continue;
    slots.push_back(&slot);
    tensors.push_back(cells_[i]);
  }
  auto part = std::make_unique<CellPart>(
      backend_, window, CellTable(sizes_.cells, kind, shape.causal, shape.distances),
      std::move(slots), std::move(tensors));
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
  for (const auto& part : parts_) part->fill_inputs(backend_, step, entries);
}

std::int32_t Memory::next_position(std::int32_t sequence) const {
  std::int32_t next = 0;
  for (const auto& part : parts_) next = std::max(next, part->next_position(sequence));
  return next;
}

void Memory::forget(std::int32_t sequence, std::int32_t first, std::int32_t last) {
  for (const auto& part : parts_) part->forget(sequence, first, last);
}

void Memory::copy(std::int32_t from, std::int32_t to, std::int32_t first, std::int32_t last) {
  for (const auto& part : parts_) part->copy(from, to, first, last);
}

}  // namespace tern
