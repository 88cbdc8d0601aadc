#include <utility>

#include "core/text.h"
#include "runtime/memory.h"
#include "tern/error.h"

namespace tern {

std::set<std::int32_t> Memory::sequences() const {
  std::set<std::int32_t> all;
  for (const auto& part : parts_) all.merge(part->sequences());
  return all;
}

void Memory::shift(const PositionShift& shift) {
  if (shape_.max_position > 0)
    throw RequestError("[cache] expected a model whose tokens can move, got learned positions");
  for (const auto& part : parts_) part->expect_shift(shift);
  for (const auto& part : parts_) part->shift(shift);
}

/// Everything that decides what the bytes of a state mean.
std::string Memory::description() const {
  std::string text = concat("cells of ", name(sizes_.type));
  for (const CellMemory& cell : shape_.memory.cells()) {
    text += concat("; layer ", cell.layer, " kind ", static_cast<int>(cell.kind), " width ",
                   cell.width, " window ", cell.window);
  }
  for (const StateMemory& state : shape_.memory.states()) {
    text += concat("; state of layer ", state.layer, " kind ", static_cast<int>(state.kind),
                   " width ", state.width);
  }
  if (const std::int64_t count = shape_.memory.remembered_tokens(); count != 0)
    text += concat("; last tokens ", count);
  return text;
}

void Memory::save(StateWriter& writer, std::optional<std::int32_t> sequence) const {
  writer.text(description());
  for (const auto& part : parts_) part->save(writer, sequence);
}

void Memory::restore(StateReader& reader, std::optional<std::int32_t> sequence) {
  const std::string found = reader.text();
  if (const std::string expected = description(); found != expected)
    throw RequestError(concat("[state] expected a state with ", expected, ", got ", found));
  std::vector<std::function<void()>> steps;
  for (const auto& part : parts_) steps.push_back(part->prepare_restore(reader, sequence));
  reader.expect_end();
  for (const auto& step : steps) step();
}

}  // namespace tern
