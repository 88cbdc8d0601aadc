#include "models/base/memory_layout.h"

#include <utility>

namespace tern {

MemorySlot MemoryLayout::add_cells(MemoryKind kind, std::int64_t layer, std::int64_t width,
                                   const Window& window) {
  cells_.push_back({.kind = kind, .layer = layer, .width = width, .window = this->window(window)});
  return static_cast<MemorySlot>(cells_.size() - 1);
}

void MemoryLayout::set_movable(MemorySlot slot, std::optional<Turn> turn) {
  CellMemory& cells = cells_[static_cast<std::size_t>(slot)];
  cells.movable = true;
  cells.turn = std::move(turn);
}

MemorySlot MemoryLayout::add_state(MemoryKind kind, std::int64_t layer, std::int64_t width) {
  states_.push_back({kind, layer, width});
  return static_cast<MemorySlot>(states_.size() - 1);
}

std::int64_t MemoryLayout::window(const Window& window) {
  const auto found = std::find(windows_.begin(), windows_.end(), window);
  const std::int64_t index = found - windows_.begin();
  if (found == windows_.end()) windows_.push_back(window);
  return index;
}

}  // namespace tern
