#include "runtime/state_part.h"

#include "core/text.h"
#include "tern/error.h"

namespace tern {
namespace runtime_state_part {

void copy_row(const KeptMatrix& state, std::int32_t from, std::int32_t to) {
  std::vector<std::byte> bytes(state.row_bytes());
  state.read({&from, 1}, bytes);
  state.write({&to, 1}, bytes);
}

/// The first of rows that lie side by side; 0 if they do not.
std::int32_t first_of_run(const std::vector<std::int32_t>& rows) {
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (rows[i] != rows[i - 1] + 1) return 0;
  }
  return rows.empty() ? 0 : rows.front();
}

void write(Backend& backend, Tensor& tensor, const std::vector<std::int32_t>& values) {
  backend.write(tensor, values.data(), values.size() * sizeof(std::int32_t));
}

}  // namespace runtime_state_part

StatePart::StatePart(std::vector<KeptMatrix> states, std::int64_t sequences,
                     std::int64_t remembered)
    : states_(std::move(states)), remembered_(static_cast<std::size_t>(remembered)) {
  for (auto row = static_cast<std::int32_t>(sequences); row > 0; --row) free_rows_.push_back(row);
}

void StatePart::expect_room(std::span<const BatchEntry> entries) const {
  std::map<std::int32_t, std::int32_t> next;
  for (const BatchEntry& entry : entries) {
    const auto [it, is_first] = next.try_emplace(entry.sequence, next_position(entry.sequence));
    if (entry.position != it->second) {
      throw RequestError(concat("[batch] expected position ", it->second, " of sequence ",
                                entry.sequence, ", as its state is recurrent, got ",
                                entry.position));
    }
    ++it->second;
  }
  std::size_t begun = 0;
  for (const auto& [sequence, position] : next) begun += held_.count(sequence) == 0 ? 1 : 0;
  if (begun > free_rows_.size()) {
    throw RequestError(
        concat("[cache] expected at most ", free_rows_.size(), " more sequences, got ", begun));
  }
}

StatePart::Held& StatePart::take_row(std::int32_t sequence) {
  const auto [it, is_new] = held_.try_emplace(sequence);
  if (is_new) {
    it->second.row = free_rows_.back();
    free_rows_.pop_back();
  }
  return it->second;
}

void StatePart::drop(std::int32_t sequence) {
  const auto it = held_.find(sequence);
  if (it == held_.end()) return;
  free_rows_.push_back(it->second.row);
  held_.erase(it);
}

void StatePart::remember(Held& held, std::int32_t token) const {
  if (remembered_ == 0) return;
  if (held.tokens.size() == remembered_) held.tokens.erase(held.tokens.begin());
  held.tokens.push_back(token);
}

void StatePart::place(std::span<const BatchEntry> entries) {
  read_.clear();
  write_.clear();
  before_.clear();
  for (std::size_t i = 0; i < entries.size(); ++i) {
    Held& held = take_row(entries[i].sequence);
    if (i == 0 || entries[i - 1].sequence != entries[i].sequence) {
      read_.push_back(held.next == 0 ? 0 : held.row);
      write_.push_back(held.row);
      before_.push_back(held.tokens);
      touched_.push_back(entries[i].sequence);
    }
    held.next = entries[i].position + 1;
    remember(held, entries[i].token);
  }
}

/// What a failed step left in the states is unknown.
void StatePart::undo() {
  for (const std::int32_t sequence : touched_) drop(sequence);
  touched_.clear();
}

void StatePart::add_inputs(StepContext& step, StepExtent extent) const {
  const Shape shape{step.sequences.count, 1, 1, 1};
  step.sequences.read = step.graph.input(Type::i32, shape, "states to read");
  step.sequences.write = step.graph.input(Type::i32, shape, "states to write");
  const bool is_placed = extent == StepExtent::current;
  step.sequences.first = is_placed ? runtime_state_part::first_of_run(write_) : 1;
  if (is_placed) step.sequences.before = before_;
}

void StatePart::fill_inputs(Backend& backend, const StepContext& step,
                            std::span<const BatchEntry>) const {
  runtime_state_part::write(backend, *step.sequences.read, read_);
  runtime_state_part::write(backend, *step.sequences.write, write_);
}

std::int32_t StatePart::next_position(std::int32_t sequence) const {
  const auto it = held_.find(sequence);
  return it == held_.end() ? 0 : it->second.next;
}

void StatePart::forget(std::int32_t sequence, std::int32_t first, std::int32_t last) {
  const std::int32_t end = next_position(sequence);
  if (first >= end || (last >= 0 && last <= first)) return;
  if (first > 0 || (last >= 0 && last < end)) {
    throw RequestError(concat("[cache] expected to forget all of sequence ", sequence,
                              ", as its state is recurrent, got positions ", first, " to ", last));
  }
  drop(sequence);
}

void StatePart::copy(std::int32_t from, std::int32_t to, std::int32_t first, std::int32_t last) {
  const std::int32_t end = next_position(from);
  if (from == to || end == 0) return;
  if (first > 0 || (last >= 0 && last < end)) {
    throw RequestError(concat("[cache] expected to copy all of sequence ", from,
                              ", as its state is recurrent, got positions ", first, " to ", last));
  }
  if (held_.count(to) == 0 && free_rows_.empty())
    throw RequestError("[cache] expected a free sequence to copy to, got none");
  Held& target = take_row(to);
  target.next = end;
  target.tokens = held_[from].tokens;
  for (const KeptMatrix& state : states_)
    runtime_state_part::copy_row(state, held_[from].row, held_[to].row);
}

}  // namespace tern
