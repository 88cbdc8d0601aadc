#include "tern/session.h"

#include <optional>
#include <utility>

#include "core/text.h"
#include "runtime/saved_state.h"
#include "runtime/session_engine.h"
#include "tern/error.h"

namespace tern {

Session::Session(std::shared_ptr<const Model> model, const SessionOptions& options)
    : engine_(std::make_unique<Engine>(std::move(model), options)) {}
Session::~Session() = default;

std::span<const float> Session::decode(const Batch& batch) { return engine_->decode(batch); }

std::span<const float> Session::embed(const Batch& batch, Pooling pooling) {
  return engine_->embed(batch, pooling);
}

DraftRows Session::decode_with_states(const Batch& batch) {
  return engine_->decode_with_states(batch);
}

DraftRows Session::draft(const Batch& batch, std::span<const float> states, std::size_t head) {
  return engine_->draft(batch, states, head);
}

void Session::forget(std::int32_t sequence, std::int32_t first, std::int32_t last) {
  engine_->cache.forget(sequence, first, last);
}

void Session::copy(std::int32_t from, std::int32_t to, std::int32_t first, std::int32_t last) {
  engine_->cache.copy(from, to, first, last);
}

void Session::shift(std::int32_t sequence, std::int32_t first, std::int32_t last,
                    std::int32_t delta) {
  engine_->cache.shift({sequence, first, last, delta});
}

void Session::keep(std::int32_t sequence) {
  for (const std::int32_t other : engine_->cache.sequences()) {
    if (other != sequence) engine_->cache.forget(other, 0, -1);
  }
}

std::vector<std::byte> Session::save() const {
  return save_state(engine_->cache, model().architecture_name(), std::nullopt);
}

std::vector<std::byte> Session::save(std::int32_t sequence) const {
  return save_state(engine_->cache, model().architecture_name(), sequence);
}

void Session::restore(std::span<const std::byte> state) {
  restore_state(engine_->cache, model().architecture_name(), state, std::nullopt);
}

void Session::restore(std::span<const std::byte> state, std::int32_t sequence) {
  if (sequence < 0) throw RequestError(concat("[state] expected a sequence >= 0, got ", sequence));
  restore_state(engine_->cache, model().architecture_name(), state, sequence);
}

void Session::save_file(const std::filesystem::path& path) const { write_state_file(path, save()); }

void Session::save_file(const std::filesystem::path& path, std::int32_t sequence) const {
  write_state_file(path, save(sequence));
}

void Session::restore_file(const std::filesystem::path& path) { restore(read_state_file(path)); }

void Session::restore_file(const std::filesystem::path& path, std::int32_t sequence) {
  restore(read_state_file(path), sequence);
}

std::int32_t Session::next_position(std::int32_t sequence) const {
  return engine_->cache.next_position(sequence);
}

const Model& Session::model() const { return *engine_->model; }
std::int64_t Session::context() const { return engine_->cache.size(); }
std::int64_t Session::used() const { return engine_->cache.used(); }

MemoryUse Session::memory() const { return engine_->memory_use(); }

}  // namespace tern
