#include "tern/session.h"

#include <algorithm>
#include <utility>

#include "core/backend.h"
#include "core/text.h"
#include "runtime/memory.h"
#include "runtime/saved_state.h"
#include "runtime/split.h"
#include "runtime/step.h"
#include "tern/error.h"
#include "tern/log.h"

namespace tern {
namespace runtime_session {

std::int64_t checked(std::string_view option, std::int64_t value) {
  constexpr std::int64_t limit = std::int64_t{1} << 30;
  if (value < 1 || value > limit) {
    throw RequestError(
        concat("[session] expected ", option, " from 1 to ", limit, ", got ", value));
  }
  return value;
}

void check_entry(const BatchEntry& entry, const ModelShape& shape) {
  if (entry.token < 0 || entry.token >= shape.vocab) {
    throw RequestError(
        concat("[batch] expected a token from 0 to ", shape.vocab - 1, ", got ", entry.token));
  }
  if (entry.position < 0 || (shape.max_position > 0 && entry.position >= shape.max_position)) {
    throw RequestError(
        concat("[batch] expected a position from 0 to ",
               shape.max_position > 0 ? concat(shape.max_position - 1) : std::string("2^31 - 1"),
               ", got ", entry.position));
  }
  if (entry.sequence < 0)
    throw RequestError(concat("[batch] expected a sequence >= 0, got ", entry.sequence));
}

/// One column of a batch as an array.
std::vector<std::int32_t> column(std::span<const BatchEntry> entries,
                                 std::int32_t BatchEntry::* member) {
  std::vector<std::int32_t> values;
  values.reserve(entries.size());
  for (const BatchEntry& entry : entries) values.push_back(entry.*member);
  return values;
}

std::vector<std::int32_t> wanted_rows(std::span<const BatchEntry> entries) {
  std::vector<std::int32_t> rows;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (entries[i].wants_logits) rows.push_back(static_cast<std::int32_t>(i));
  }
  return rows;
}

Batch gather(const Batch& batch, const std::vector<std::size_t>& entries) {
  Batch some;
  some.reserve(entries.size());
  for (const std::size_t entry : entries) some.push_back(batch[entry]);
  return some;
}

template <class Value>
void write(Backend& backend, Tensor& tensor, const std::vector<Value>& values) {
  backend.write(tensor, values.data(), values.size() * sizeof(Value));
}

}  // namespace runtime_session

class Session::Engine {
 public:
  Engine(std::shared_ptr<const Model> model, const SessionOptions& options);

  std::span<const float> decode(const Batch& batch);

  const std::shared_ptr<const Model> model;
  const ModelShape& shape;
  const std::int64_t batch_size;
  const bool flash_attention;
  std::unique_ptr<Backend> backend;
  Memory cache;
  std::unique_ptr<Buffer> memory;
  std::size_t reserved = 0;
  std::size_t peak = 0;

 private:
  void reserve();
  void provide(std::size_t bytes);
  void check(const Batch& batch) const;
  void compute(const Batch& batch, const StepEntries& part);
  void fill_inputs(const Step& step, std::span<const BatchEntry> entries);
  void keep_logits(const Step& step, const Batch& batch, const StepEntries& part);

  std::vector<float> logits_;
};

Session::Engine::Engine(std::shared_ptr<const Model> loaded, const SessionOptions& options)
    : model(std::move(loaded)),
      shape(model->architecture().shape()),
      batch_size(runtime_session::checked("batch_size", options.batch_size)),
      flash_attention(options.flash_attention),
      backend(backend_table().make(options.backend, {options.threads})),
      cache(*backend, shape,
            {options.context == 0 ? shape.context
                                  : runtime_session::checked("context", options.context),
             runtime_session::checked("sequences", options.sequences), options.cache_type}) {
  reserve();
}

/// Takes the memory of the largest step: a full batch with all logits, seeing a full cache.
void Session::Engine::reserve() {
  const std::int64_t tokens = std::min(batch_size, cache.size());
  const auto step = build_step(model->architecture(), cache, {tokens, tokens, 1, flash_attention},
                               StepExtent::largest);
  reserved = step->plan.peak;
  memory = backend->allocate(reserved);
}

void Session::Engine::provide(std::size_t bytes) {
  peak = std::max(peak, bytes);
  if (bytes <= memory->size()) return;
  // A smaller step should never need more, but a wrong guess must not end a conversation.
  log(LogLevel::warning, concat("a step needs ", bytes, " bytes, reserved were ", memory->size()));
  memory = backend->allocate(bytes);
}

void Session::Engine::check(const Batch& batch) const {
  for (const BatchEntry& entry : batch) runtime_session::check_entry(entry, shape);
  // A part would not see those that come later.
  if (!shape.causal && static_cast<std::int64_t>(batch.size()) > batch_size) {
    throw RequestError(concat("[batch] expected at most ", batch_size,
                              " tokens, as they see each other, got ", batch.size()));
  }
  cache.expect_room(batch);
}

std::span<const float> Session::Engine::decode(const Batch& batch) {
  check(batch);
  logits_.assign(runtime_session::wanted_rows(batch).size() * static_cast<std::size_t>(shape.vocab),
                 0.0f);
  try {
    for (const StepEntries& part : split_batch(batch, batch_size, cache.has_states()))
      compute(batch, part);
  } catch (...) {
    cache.undo();
    throw;
  }
  cache.keep();
  return logits_;
}

void Session::Engine::compute(const Batch& batch, const StepEntries& part) {
  const Batch entries = runtime_session::gather(batch, part.entries);
  // Not earlier, so that this part does not see cells whose keys are still to come.
  cache.place(entries);
  const auto wanted = static_cast<std::int64_t>(runtime_session::wanted_rows(entries).size());
  const StepSize size{static_cast<std::int64_t>(entries.size()), wanted, part.sequences,
                      flash_attention};
  const auto step = build_step(model->architecture(), cache, size);
  provide(step->plan.peak);
  bind_memory(step->graph, step->plan, memory->data());
  fill_inputs(*step, entries);
  backend->compute(step->graph);
  keep_logits(*step, batch, part);
}

void Session::Engine::fill_inputs(const Step& step, std::span<const BatchEntry> entries) {
  using namespace runtime_session;
  const StepContext& in = step.context;
  write(*backend, *in.tokens, column(entries, &BatchEntry::token));
  write(*backend, *in.positions, column(entries, &BatchEntry::position));
  write(*backend, *in.outputs, wanted_rows(entries));
  cache.fill_inputs(in, entries);
  for (const StepContext::Input& input : in.inputs()) {
    std::vector<std::byte> bytes(byte_span(*input.tensor));
    input.fill(entries, bytes);
    write(*backend, *input.tensor, bytes);
  }
}

/// Logits come in the order of the batch, whatever the order in which they were computed.
void Session::Engine::keep_logits(const Step& step, const Batch& batch, const StepEntries& part) {
  const auto width = static_cast<std::size_t>(shape.vocab);
  std::vector<float> found(static_cast<std::size_t>(element_count(step.logits->shape)));
  backend->read(*step.logits, found.data(), found.size() * sizeof(float));
  const std::vector<std::int32_t> wanted = runtime_session::wanted_rows(batch);
  auto next = found.begin();
  for (const std::size_t entry : part.entries) {
    if (!batch[entry].wants_logits) continue;
    const auto row =
        std::lower_bound(wanted.begin(), wanted.end(), static_cast<std::int32_t>(entry)) -
        wanted.begin();
    std::copy_n(next, width, logits_.begin() + row * static_cast<std::ptrdiff_t>(width));
    next += static_cast<std::ptrdiff_t>(width);
  }
}

Session::Session(std::shared_ptr<const Model> model, const SessionOptions& options)
    : engine_(std::make_unique<Engine>(std::move(model), options)) {}
Session::~Session() = default;

std::span<const float> Session::decode(const Batch& batch) { return engine_->decode(batch); }

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

MemoryUse Session::memory() const {
  return {engine_->model->weight_bytes(), engine_->cache.bytes(), engine_->reserved, engine_->peak};
}

}  // namespace tern
