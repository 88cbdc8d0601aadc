#include "tern/session.h"

#include <algorithm>
#include <utility>

#include "core/backend.h"
#include "core/text.h"
#include "runtime/kv_cache.h"
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
  const ModelShape shape;
  const std::int64_t batch_size;
  std::unique_ptr<Backend> backend;
  CellTable cells;
  KvCache cache;
  std::unique_ptr<Buffer> memory;
  std::size_t reserved = 0;
  std::size_t peak = 0;

 private:
  void reserve();
  void provide(std::size_t bytes);
  void compute(std::span<const BatchEntry> entries, std::span<const std::int32_t> placed);
  void fill_inputs(Step& step, std::span<const BatchEntry> entries,
                   std::span<const std::int32_t> placed, const std::vector<std::int32_t>& outputs);
  void keep_logits(const Step& step);

  std::vector<float> logits_;
};

Session::Engine::Engine(std::shared_ptr<const Model> loaded, const SessionOptions& options)
    : model(std::move(loaded)),
      shape(model->architecture().shape()),
      batch_size(runtime_session::checked("batch_size", options.batch_size)),
      backend(backend_table().make(options.backend, {options.threads})),
      cells(options.context == 0 ? shape.context
                                 : runtime_session::checked("context", options.context)),
      cache(*backend, shape, cells.size(), options.cache_type) {
  reserve();
}

/// Takes the memory of the largest step: a full batch with all logits, seeing a full cache.
void Session::Engine::reserve() {
  const std::int64_t tokens = std::min(batch_size, cells.size());
  const auto step =
      build_step(model->architecture(), cache.layers(), {tokens, tokens, cells.size()});
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

std::span<const float> Session::Engine::decode(const Batch& batch) {
  for (const BatchEntry& entry : batch) runtime_session::check_entry(entry, shape);
  cells.expect_room(static_cast<std::int64_t>(batch.size()));
  logits_.clear();
  std::vector<std::int32_t> placed;
  try {
    const auto limit = static_cast<std::size_t>(batch_size);
    for (std::size_t first = 0; first < batch.size(); first += limit) {
      const auto part = std::span(batch).subspan(first, std::min(limit, batch.size() - first));
      // Not earlier, so that this part does not see cells whose keys are still to come.
      const std::vector<std::int32_t> cells_of_part = cells.place(part);
      placed.insert(placed.end(), cells_of_part.begin(), cells_of_part.end());
      compute(part, cells_of_part);
    }
  } catch (...) {
    cells.release(placed);
    throw;
  }
  return logits_;
}

void Session::Engine::compute(std::span<const BatchEntry> entries,
                              std::span<const std::int32_t> placed) {
  const std::vector<std::int32_t> outputs = runtime_session::wanted_rows(entries);
  const StepSize size{static_cast<std::int64_t>(entries.size()),
                      static_cast<std::int64_t>(outputs.size()), cells.visible()};
  const auto step = build_step(model->architecture(), cache.layers(), size);
  provide(step->plan.peak);
  bind_memory(step->graph, step->plan, memory->data());
  fill_inputs(*step, entries, placed, outputs);
  backend->compute(step->graph);
  keep_logits(*step);
}

void Session::Engine::fill_inputs(Step& step, std::span<const BatchEntry> entries,
                                  std::span<const std::int32_t> placed,
                                  const std::vector<std::int32_t>& outputs) {
  using namespace runtime_session;
  StepContext& in = step.inputs;
  write(*backend, *in.tokens, column(entries, &BatchEntry::token));
  write(*backend, *in.positions, column(entries, &BatchEntry::position));
  write(*backend, *in.cells, std::vector<std::int32_t>(placed.begin(), placed.end()));
  write(*backend, *in.outputs, outputs);
  std::vector<float> mask(entries.size() * static_cast<std::size_t>(in.visible_cells));
  cells.fill_mask(entries, in.visible_cells, mask);
  write(*backend, *in.mask, mask);
}

void Session::Engine::keep_logits(const Step& step) {
  const auto count = static_cast<std::size_t>(element_count(step.logits->shape));
  const std::size_t before = logits_.size();
  logits_.resize(before + count);
  backend->read(*step.logits, logits_.data() + before, count * sizeof(float));
}

Session::Session(std::shared_ptr<const Model> model, const SessionOptions& options)
    : engine_(std::make_unique<Engine>(std::move(model), options)) {}
Session::~Session() = default;

std::span<const float> Session::decode(const Batch& batch) { return engine_->decode(batch); }

void Session::forget(std::int32_t sequence, std::int32_t first, std::int32_t last) {
  engine_->cells.forget(sequence, first, last);
}

std::int32_t Session::next_position(std::int32_t sequence) const {
  return engine_->cells.next_position(sequence);
}

const Model& Session::model() const { return *engine_->model; }
std::int64_t Session::context() const { return engine_->cells.size(); }
std::int64_t Session::used() const { return engine_->cells.used(); }

MemoryUse Session::memory() const {
  return {engine_->model->weight_bytes(), engine_->cache.bytes(), engine_->reserved, engine_->peak};
}

}  // namespace tern
