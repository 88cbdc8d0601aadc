#include <algorithm>
#include <limits>
#include <utility>

#include "core/allocator.h"
#include "core/text.h"
#include "ops/get_rows.h"
#include "ops/layout.h"
#include "ops/rope.h"
#include "ops/set_rows.h"
#include "runtime/cell_part.h"
#include "tern/error.h"

namespace tern {
namespace runtime_cell_part_state {

/// Turns some rows of a matrix of keys by `delta` positions.
void turn_rows(Backend& backend, Tensor& keys, const Turn& turn, std::span<const std::int32_t> rows,
               std::int32_t delta) {
  const auto count = static_cast<std::int64_t>(rows.size());
  Graph graph;
  Tensor* which = graph.input(Type::i32, {count, 1, 1, 1}, "rows");
  Tensor* deltas = graph.input(Type::i32, {count, 1, 1, 1}, "deltas");
  Tensor* heads = reshape(graph, get_rows(graph, &keys, which),
                          {turn.head, keys.shape[0] / turn.head, count, 1});
  Tensor* turned = rope(graph, heads, deltas, turn.divisors, turn.params);
  Tensor* flat = reshape(graph, turned, {keys.shape[0], count, 1, 1});
  graph.mark_output(set_rows(graph, &keys, flat, which));
  const MemoryPlan plan = plan_memory(graph);
  const auto memory = backend.allocate(plan.peak);
  bind_memory(graph, plan, memory->data());
  const std::vector<std::int32_t> steps(rows.size(), delta);
  backend.write(*which, rows.data(), rows.size_bytes());
  backend.write(*deltas, steps.data(), steps.size() * sizeof(std::int32_t));
  backend.compute(graph);
}

/// Contents as they are written: positions, and for a whole state whose they are.
void save_contents(StateWriter& writer, const std::vector<CellTable::Content>& contents,
                   bool with_sequences) {
  std::vector<std::int32_t> positions;
  for (const CellTable::Content& content : contents) positions.push_back(content.position);
  writer.numbers(positions);
  if (!with_sequences) return;
  for (const CellTable::Content& content : contents) writer.numbers(content.sequences);
}

std::vector<CellTable::Content> read_contents(StateReader& reader,
                                              std::optional<std::int32_t> sequence) {
  std::vector<CellTable::Content> contents;
  for (const std::int32_t position : reader.numbers()) {
    if (position < 0 || position == std::numeric_limits<std::int32_t>::max())
      throw FileError(concat("[state] expected a position, got ", position));
    contents.push_back({position, {}});
  }
  for (CellTable::Content& content : contents) {
    content.sequences = sequence ? std::vector{*sequence} : reader.numbers();
    const auto& ids = content.sequences;
    if (ids.empty() || *std::min_element(ids.begin(), ids.end()) < 0)
      throw FileError("[state] expected sequences of each token");
  }
  return contents;
}

}  // namespace runtime_cell_part_state

std::set<std::int32_t> CellPart::sequences() const { return table_.sequences(); }

void CellPart::expect_shift(const PositionShift& shift) const {
  table_.expect_shift(shift);
  for (const CellMemory* slot : slots_) {
    if (!slot->movable) {
      throw RequestError(
          concat("[cache] expected rows that can be moved to other positions, got "
                 "those of layer ",
                 slot->layer));
    }
  }
}

void CellPart::shift(const PositionShift& shift) {
  const std::vector<std::int32_t> moved = table_.shift(shift);
  if (moved.empty() || shift.delta == 0) return;
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (!slots_[i]->turn) continue;
    for (const KeptMatrix::Part& part : rows_[i].parts()) {
      runtime_cell_part_state::turn_rows(part.backend, part.tensor, *slots_[i]->turn, moved,
                                         shift.delta);
    }
  }
}

void CellPart::save(StateWriter& writer, std::optional<std::int32_t> sequence) const {
  const CellTable::Placed placed = table_.held(sequence);
  runtime_cell_part_state::save_contents(writer, placed.contents, !sequence);
  for (const KeptMatrix& rows : rows_) writer.rows(rows, placed.cells);
}

std::function<void()> CellPart::prepare_restore(StateReader& reader,
                                                std::optional<std::int32_t> sequence) {
  auto contents = runtime_cell_part_state::read_contents(reader, sequence);
  table_.expect_room_without(sequence, static_cast<std::int64_t>(contents.size()));
  std::vector<std::span<const std::byte>> rows;
  for (const KeptMatrix& matrix : rows_)
    rows.push_back(reader.bytes(contents.size() * matrix.row_bytes()));
  return [this, sequence, contents = std::move(contents), rows = std::move(rows)] {
    for (const std::int32_t one : sequence ? std::set{*sequence} : table_.sequences())
      table_.forget(one, 0, -1);
    const std::vector<std::int32_t> cells = table_.adopt(contents);
    for (std::size_t i = 0; i < rows_.size(); ++i) rows_[i].write(cells, rows[i]);
  };
}

}  // namespace tern
