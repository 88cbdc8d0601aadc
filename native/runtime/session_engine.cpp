#include "runtime/session_engine.h"

#include <algorithm>
#include <utility>

#include "core/text.h"
#include "runtime/check_batch.h"
#include "runtime/pooled_batch.h"
#include "runtime/session_setup.h"
#include "tern/error.h"
#include "tern/log.h"

namespace tern {
namespace runtime_session_engine {

/// One column of a batch as an array.
std::vector<std::int32_t> column(std::span<const BatchEntry> entries,
                                 std::int32_t BatchEntry::* member) {
  std::vector<std::int32_t> values;
  values.reserve(entries.size());
  for (const BatchEntry& entry : entries) values.push_back(entry.*member);
  return values;
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
      architecture_(held_layers(*model, options.held)),
      shape_(seen_shape(architecture_.shape(), options.sight)),
      batch_size_(checked_option("batch_size", options.batch_size)),
      flash_attention_(options.flash_attention),
      devices_(device_names(options), {options.threads}),
      layers_(shape_.layers, device_shares(options, devices_.count())),
      cuts_(device_cuts(*model, options, devices_.count())),
      cache(devices_, layers_, cuts_, shape_,
            {options.context == 0 ? shape_.context : checked_option("context", options.context),
             checked_option("sequences", options.sequences), options.cache_type, batch_size_,
             options.whole_windows}),
      builder_(architecture_, cache, layers_, devices_.count(), cuts_) {
  reserve();
  if (cuts_) tell_what_is_whole();
}

/// Takes the memory of the largest step: a full batch with all logits, seeing a full cache. Where
/// layers have states, for any number of sequences: with neither the fewest nor the most is it
/// always largest.
void Session::Engine::reserve() {
  std::vector<std::size_t> most(devices_.count(), 0);
  const std::int64_t sequences =
      cache.has_states() ? std::min(cache.most_sequences(), most_tokens()) : 1;
  for (std::int64_t count = 1; count <= sequences; ++count) {
    const auto step = builder_.build(largest_step(count), StepExtent::largest);
    const std::vector<std::size_t> peaks = step->placed->peaks();
    for (std::size_t device = 0; device < most.size(); ++device)
      most[device] = std::max(most[device], peaks[device]);
  }
  memory_.emplace(devices_, most);
}

StepSize Session::Engine::largest_step(std::int64_t sequences) const {
  const std::int64_t tokens = most_tokens() / sequences * sequences;
  StepSize size{tokens, tokens, sequences, flash_attention_};
  if (!shape_.has_logits) size.result = StepResult::embeddings;
  size.hands_on = architecture_.draft_heads() != nullptr || shape_.goes_on;
  return size;
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
  expect_no_states();
  compute_rows({batch});
  return rows_.rows();
}

std::span<const float> Session::Engine::embed(const Batch& batch, Pooling pooling) {
  expect_no_states();
  if (pooling == Pooling::none) {
    compute_rows({batch, StepResult::embeddings});
    return rows_.rows();
  }
  const PooledBatch pooled(batch, pooling, shape_.causal);
  compute_rows(
      {pooled.wanted(), pooling == Pooling::rank ? StepResult::scores : StepResult::embeddings});
  rows_.replace(pooled.pool(rows_.rows()));
  return rows_.rows();
}

DraftRows Session::Engine::decode_with_states(const Batch& batch) {
  expect_no_states();
  compute_rows({batch, StepResult::logits, true});
  return {rows_.rows(), states_.rows()};
}

DraftRows Session::Engine::draft(const Batch& batch, std::span<const float> states,
                                 std::size_t head) {
  if (!shape_.goes_on)
    throw RequestError("[session] expected a session of draft heads for a draft, got the trunk");
  const std::size_t expected = batch.size() * static_cast<std::size_t>(shape_.embedding);
  if (states.size() != expected) {
    throw RequestError(concat("[batch] expected ", expected, " floats of states, ",
                              shape_.embedding, " for each token, got ", states.size()));
  }
  compute_rows({batch, StepResult::logits, true, states, head});
  return {rows_.rows(), states_.rows()};
}

void Session::Engine::expect_no_states() const {
  if (shape_.goes_on) {
    throw RequestError(
        "[session] expected states of the tokens before (draft), as the session holds draft heads "
        "only, got none");
  }
}

void Session::Engine::compute_rows(const Work& work) {
  check_batch(work.batch, shape_, batch_size_);
  cache.expect_room(work.batch);
  rows_.clear();
  states_.clear();
  try {
    for (const StepEntries& part : split_batch(work.batch, batch_size_, cache.has_states()))
      compute(work, part);
  } catch (...) {
    cache.undo();
    throw;
  }
  cache.keep();
}

void Session::Engine::compute(const Work& work, const StepEntries& part) {
  const Batch entries = runtime_session_engine::gather(work.batch, part.entries);
  // Not earlier, so that this part does not see cells whose keys are still to come.
  cache.place(entries);
  const auto wanted = static_cast<std::int64_t>(wanted_rows(entries).size());
  const auto step =
      builder_.build({static_cast<std::int64_t>(entries.size()), wanted, part.sequences,
                      flash_attention_, work.result, work.hands_on, work.draft_head});
  memory_->bind(*step->placed);
  fill_inputs(*step, entries);
  if (shape_.goes_on) fill_states(*step, work, part);
  devices_.compute(*step->placed);
  rows_.add(devices_.first(), *step->output.rows, work.batch, part);
  if (step->output.states != nullptr)
    states_.add(devices_.first(), *step->output.states, work.batch, part);
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

void Session::Engine::fill_states(const Step& step, const Work& work, const StepEntries& part) {
  const auto width = static_cast<std::size_t>(shape_.embedding);
  std::vector<float> rows;
  rows.reserve(part.entries.size() * width);
  for (const std::size_t entry : part.entries) {
    const auto row = work.states.subspan(entry * width, width);
    rows.insert(rows.end(), row.begin(), row.end());
  }
  runtime_session_engine::write(devices_.first(), *step.context.handed_on, rows);
}

MemoryUse Session::Engine::memory_use() const {
  return {model->weight_bytes(), devices_.copied_weight_bytes(), cache.bytes(), memory_->reserved(),
          memory_->peak()};
}

}  // namespace tern
