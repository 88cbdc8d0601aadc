#include "runtime/session_engine.h"

#include <algorithm>
#include <utility>

#include "core/text.h"
#include "runtime/check_batch.h"
#include "runtime/pooled_batch.h"
#include "tern/error.h"
#include "tern/log.h"

namespace tern {
namespace runtime_session_engine {

std::vector<std::string> names_of(const SessionOptions& options) {
  return options.devices.empty() ? std::vector{options.backend} : options.devices;
}

/// What the devices get of the work; equal shares if nothing is said.
std::vector<double> shares_of(const SessionOptions& options, std::size_t devices) {
  if (options.shares.empty()) return std::vector<double>(devices, 1.0);
  double sum = 0.0;
  bool good = options.shares.size() == devices;
  for (const double share : options.shares) {
    good = good && share >= 0.0;
    sum += share;
  }
  if (!good || !(sum > 0.0)) {
    throw RequestError(concat("[session] expected shares >= 0 of ", devices,
                              " devices, not all of them 0, got ", options.shares.size()));
  }
  return options.shares;
}

std::optional<CutPlan> cuts_of(const Model& model, const SessionOptions& options,
                               std::size_t devices) {
  if (options.split != DeviceSplit::tensor || devices == 1) return std::nullopt;
  return CutPlan(model, shares_of(options, devices));
}

/// What the session sees of a model.
ModelShape seen(const ModelShape& trained, Sight sight) {
  ModelShape shape = trained;
  if (sight != Sight::as_trained) shape.causal = sight == Sight::backward;
  if (!shape.causal && trained.causal && !shape.memory.states().empty())
    throw RequestError("[session] expected sight backward, as layers have states, got all");
  return shape;
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

}  // namespace runtime_session_engine

Session::Engine::Engine(std::shared_ptr<const Model> loaded, const SessionOptions& options)
    : model(std::move(loaded)),
      shape_(runtime_session_engine::seen(model->architecture().shape(), options.sight)),
      batch_size_(checked_option("batch_size", options.batch_size)),
      flash_attention_(options.flash_attention),
      devices_(runtime_session_engine::names_of(options), {options.threads}),
      layers_(shape_.layers, runtime_session_engine::shares_of(options, devices_.count())),
      cuts_(runtime_session_engine::cuts_of(*model, options, devices_.count())),
      cache(devices_, layers_, cuts_, shape_,
            {options.context == 0 ? shape_.context : checked_option("context", options.context),
             checked_option("sequences", options.sequences), options.cache_type, batch_size_,
             options.whole_windows}),
      builder_(model->architecture(), cache, layers_, devices_.count(), cuts_) {
  reserve();
  if (cuts_) tell_what_is_whole();
}

/// Takes the memory of the largest step: a full batch with all logits, seeing a full cache. Where
/// layers have states, of one sequence or of as many as there can be.
void Session::Engine::reserve() {
  std::vector<std::size_t> most(devices_.count(), 0);
  const std::int64_t sequences =
      cache.has_states() ? std::min(cache.most_sequences(), most_tokens()) : 1;
  for (const std::int64_t count : {std::int64_t{1}, sequences}) {
    const std::int64_t tokens = most_tokens() / count * count;
    const auto step =
        builder_.build({tokens, tokens, count, flash_attention_}, StepExtent::largest);
    const std::vector<std::size_t> peaks = step->placed->peaks();
    for (std::size_t device = 0; device < most.size(); ++device)
      most[device] = std::max(most[device], peaks[device]);
  }
  memory_.emplace(devices_, most);
}

void Session::Engine::tell_what_is_whole() const {
  std::size_t bytes = 0;
  for (const Tensor* weight : builder_.placer().whole_weights()) bytes += byte_span(*weight);
  log(LogLevel::info, concat("[split] matrices that are whole on the first device: ",
                             builder_.placer().whole_weights().size(), ", ", bytes, " of ",
                             model->weight_bytes(), " bytes of weights"));
  for (const Tensor* weight : builder_.placer().whole_weights())
    log(LogLevel::debug, concat("[split] whole: ", describe(*weight)));
}

std::span<const float> Session::Engine::decode(const Batch& batch) {
  compute_rows(batch, StepResult::logits);
  return rows_;
}

std::span<const float> Session::Engine::embed(const Batch& batch, Pooling pooling) {
  if (pooling == Pooling::none) {
    compute_rows(batch, StepResult::embeddings);
    return rows_;
  }
  const PooledBatch pooled(batch, pooling, shape_.causal);
  compute_rows(pooled.wanted(),
               pooling == Pooling::rank ? StepResult::scores : StepResult::embeddings);
  return rows_ = pooled.pool(rows_);
}

void Session::Engine::compute_rows(const Batch& batch, StepResult result) {
  check_batch(batch, shape_, batch_size_);
  cache.expect_room(batch);
  rows_.clear();
  try {
    for (const StepEntries& part : split_batch(batch, batch_size_, cache.has_states()))
      compute(batch, part, result);
  } catch (...) {
    cache.undo();
    throw;
  }
  cache.keep();
}

void Session::Engine::compute(const Batch& batch, const StepEntries& part, StepResult result) {
  const Batch entries = runtime_session_engine::gather(batch, part.entries);
  // Not earlier, so that this part does not see cells whose keys are still to come.
  cache.place(entries);
  const auto wanted =
      static_cast<std::int64_t>(runtime_session_engine::wanted_rows(entries).size());
  const auto step = builder_.build({static_cast<std::int64_t>(entries.size()), wanted,
                                    part.sequences, flash_attention_, result});
  memory_->bind(*step->placed);
  fill_inputs(*step, entries);
  devices_.compute(*step->placed);
  keep_rows(*step, batch, part);
}

void Session::Engine::fill_inputs(const Step& step, std::span<const BatchEntry> entries) {
  using namespace runtime_session_engine;
  const StepContext& in = step.context;
  Backend& first = devices_.first();
  write(first, *in.tokens, column(entries, &BatchEntry::token));
  write(first, *in.positions, column(entries, &BatchEntry::position));
  write(first, *in.outputs, wanted_rows(entries));
  cache.fill_inputs(in, entries);
  for (const StepContext::Input& input : in.inputs()) {
    std::vector<std::byte> bytes(byte_span(*input.tensor));
    input.fill(entries, bytes);
    write(first, *input.tensor, bytes);
  }
}

/// Rows come in the order of the batch, whatever the order in which they were computed.
void Session::Engine::keep_rows(const Step& step, const Batch& batch, const StepEntries& part) {
  const auto width = static_cast<std::size_t>(step.result->shape[0]);
  std::vector<float> found(static_cast<std::size_t>(element_count(step.result->shape)));
  devices_.first().read(*step.result, found.data(), found.size() * sizeof(float));
  const std::vector<std::int32_t> wanted = runtime_session_engine::wanted_rows(batch);
  rows_.resize(wanted.size() * width);
  auto next = found.begin();
  for (const std::size_t entry : part.entries) {
    if (!batch[entry].wants_logits) continue;
    const auto row =
        std::lower_bound(wanted.begin(), wanted.end(), static_cast<std::int32_t>(entry)) -
        wanted.begin();
    std::copy_n(next, width, rows_.begin() + row * static_cast<std::ptrdiff_t>(width));
    next += static_cast<std::ptrdiff_t>(width);
  }
}

MemoryUse Session::Engine::memory_use() const {
  return {model->weight_bytes(), devices_.copied_weight_bytes(), cache.bytes(), memory_->reserved(),
          memory_->peak()};
}

}  // namespace tern
