#include <utility>

#include "core/text.h"
#include "runtime/state_part.h"
#include "tern/error.h"

namespace tern {
namespace runtime_state_part_state {

struct Saved {
  std::int32_t sequence = 0;
  std::int32_t next = 0;
  std::vector<std::int32_t> tokens{};
  std::vector<std::span<const std::byte>> rows{};  // of each tensor
};

}  // namespace runtime_state_part_state

std::set<std::int32_t> StatePart::sequences() const {
  std::set<std::int32_t> all;
  for (const auto& [sequence, held] : held_) all.insert(sequence);
  return all;
}

void StatePart::expect_shift(const PositionShift& shift) const {
  if (held_.count(shift.sequence) == 0) return;
  throw RequestError(concat("[cache] expected a sequence whose tokens can move, got ",
                            shift.sequence, ", whose state is recurrent"));
}

void StatePart::shift(const PositionShift&) {}

void StatePart::save(StateWriter& writer, std::optional<std::int32_t> sequence) const {
  std::map<std::int32_t, Held> chosen;
  for (const auto& [number, held] : held_) {
    if (!sequence || number == *sequence) chosen.emplace(number, held);
  }
  writer.number(static_cast<std::uint64_t>(chosen.size()));
  for (const auto& [number, held] : chosen) {
    writer.number(sequence ? std::int32_t{0} : number);
    writer.number(held.next);
    if (remembered_ != 0) writer.numbers(held.tokens);
    for (const KeptMatrix& state : states_) writer.rows(state, {&held.row, 1});
  }
}

std::function<void()> StatePart::prepare_restore(StateReader& reader,
                                                 std::optional<std::int32_t> sequence) {
  using runtime_state_part_state::Saved;
  const auto count = reader.number<std::uint64_t>();
  const std::size_t room =
      sequence ? free_rows_.size() + held_.count(*sequence) : free_rows_.size() + held_.size();
  if (count > room || (sequence && count > 1))
    throw RequestError(concat("[state] expected at most ", room, " sequences, got ", count));
  std::map<std::int32_t, Saved> all;
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto number = reader.number<std::int32_t>();
    Saved saved{sequence.value_or(number), reader.number<std::int32_t>()};
    if (saved.sequence < 0 || saved.next < 0)
      throw FileError("[state] expected a sequence and its position");
    if (remembered_ != 0) saved.tokens = reader.numbers();
    if (saved.tokens.size() > remembered_)
      throw FileError(concat("[state] expected at most ", remembered_, " last tokens, got ",
                             saved.tokens.size()));
    for (const KeptMatrix& state : states_) saved.rows.push_back(reader.bytes(state.row_bytes()));
    if (!all.emplace(saved.sequence, std::move(saved)).second)
      throw FileError("[state] expected each sequence once");
  }
  return [this, sequence, all = std::move(all)] {
    for (const std::int32_t one : sequence ? std::set{*sequence} : sequences()) drop(one);
    for (const auto& [number, saved] : all) {
      Held& held = take_row(number);
      held.next = saved.next;
      held.tokens = saved.tokens;
      for (std::size_t i = 0; i < states_.size(); ++i)
        states_[i].write({&held.row, 1}, saved.rows[i]);
    }
  };
}

}  // namespace tern
