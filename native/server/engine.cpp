#include "server/engine.h"

#include <algorithm>
#include <exception>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "core/text.h"
#include "models/base/architecture.h"
#include "tern/error.h"
#include "tern/log.h"

namespace tern::server {
namespace server_engine {

std::int64_t limit_of(const Model& model, const Session& session) {
  const std::int64_t positions = model.architecture().shape().max_position;
  return positions > 0 ? std::min(positions, session.context()) : session.context();
}

/// Of each text there is one row, and no score.
Pooling pooling_of(const Model& model) {
  const Pooling pooling = trained_pooling(model).value_or(Pooling::mean);
  return pooling == Pooling::none || pooling == Pooling::rank ? Pooling::mean : pooling;
}

/// Texts to embed are a sequence besides those of the slots.
EngineOptions with_one_more(EngineOptions options) {
  options.session.sequences = options.slots + 1;
  return options;
}

void check(const GenerationOptions& options, std::int64_t limit, const ModelShape& shape) {
  if (!shape.has_logits) throw RequestError("the model gives embeddings only, it makes no text");
  const std::int64_t vocab = shape.vocab;
  const auto prompt = static_cast<std::int64_t>(options.prompt.size());
  if (prompt + options.max_tokens > limit) {
    throw RequestError(concat("the prompt has ", prompt, " tokens and the answer may have ",
                              options.max_tokens, "; the context holds ", limit));
  }
  for (const std::int32_t token : options.prompt) {
    if (token < 0 || token >= vocab)
      throw RequestError(concat("expected tokens from 0 to ", vocab - 1, ", got ", token));
  }
}

}  // namespace server_engine

Engine::Engine(std::shared_ptr<const Model> model, EngineOptions options)
    : model_(std::move(model)),
      options_(server_engine::with_one_more(std::move(options))),
      session_(model_, options_.session),
      token_limit_(server_engine::limit_of(*model_, session_)),
      pooling_(server_engine::pooling_of(*model_)),
      slots_(static_cast<std::size_t>(options_.slots)),
      begun_(slots_.size()),
      thread_([this] { work(); }) {}

Engine::~Engine() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

bool Engine::submit(std::shared_ptr<Generation> generation) {
  server_engine::check(generation->options, token_limit_, model_->architecture().shape());
  Slot slot(std::move(generation));
  {
    const std::lock_guard lock(mutex_);
    if (stopping_ || queue_.size() >= options_.queue_limit) return false;
    queue_.push_back(std::move(slot));
  }
  changed_.notify_one();
  return true;
}

std::int64_t Engine::waiting() const {
  const std::lock_guard lock(mutex_);
  return static_cast<std::int64_t>(queue_.size() + jobs_.size());
}

std::vector<bool> Engine::busy() const {
  const std::lock_guard lock(mutex_);
  std::vector<bool> result;
  for (const auto& slot : slots_) result.push_back(slot.has_value());
  return result;
}

void Engine::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock,
                  [&] { return stopping_ || running() > 0 || !queue_.empty() || !jobs_.empty(); });
    if (stopping_) break;
    drop_cancelled();
    if (!jobs_.empty()) embed(lock);
    admit();
    step(lock);
  }
  fail_all("the server is shutting down");
  for (const Slot& slot : queue_)
    slot.generation().finish(GenerationEnd::error, "the server is shutting down");
  for (const auto& job : jobs_)
    job->fail(std::make_exception_ptr(std::runtime_error("the server is shutting down")));
}

void Engine::step(std::unique_lock<std::mutex>& lock) {
  const Batch batch = plan();
  if (batch.empty()) return;
  try {
    lock.unlock();
    const auto logits = session_.decode(batch);
    lock.lock();
    choose(logits);
  } catch (const std::exception& error) {
    if (!lock.owns_lock()) lock.lock();
    log(LogLevel::error, concat("[server] ", error.what()));
    fail_all(error.what());
  }
}

std::int64_t Engine::running() const {
  return std::count_if(slots_.begin(), slots_.end(), [](const auto& slot) { return !!slot; });
}

/// Cells that the texts of the slots need, computed or not.
std::int64_t Engine::claimed() const {
  std::int64_t sum = 0;
  for (const auto& slot : slots_) sum += slot ? slot->size() : 0;
  return sum;
}

void Engine::drop_cancelled() {
  std::erase_if(jobs_, [](const auto& job) { return job->is_over(); });
  std::erase_if(queue_, [](const Slot& slot) { return slot.generation().is_cancelled(); });
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (slots_[i] && slots_[i]->generation().is_cancelled()) release(i);
  }
}

/// In order of arrival, so that a large one is not passed by small ones for ever.
void Engine::admit() {
  while (!queue_.empty()) {
    const auto free = std::find(slots_.begin(), slots_.end(), std::nullopt);
    const bool fits = claimed() + queue_.front().size() < session_.context() && !crowded_;
    if (free == slots_.end() || (running() > 0 && !fits)) return;
    begun_[static_cast<std::size_t>(free - slots_.begin())] = ++count_;
    *free = std::move(queue_.front());
    queue_.pop_front();
  }
}

/// How many tokens of each slot the next step computes. Those that only miss their last token come
/// first, so that long prompts do not hold up answers.
std::vector<std::int64_t> Engine::shares() const {
  std::vector<std::int64_t> shares(slots_.size());
  std::int64_t left = options_.session.batch_size;
  for (const bool is_prompt : {false, true}) {
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      if (!slots_[i] || (slots_[i]->missing() > 1) != is_prompt) continue;
      shares[i] = std::min(left, slots_[i]->missing());
      left -= shares[i];
    }
  }
  return shares;
}

Batch Engine::plan() {
  std::vector<std::int64_t> wanted = shares();
  while (std::accumulate(wanted.begin(), wanted.end(), session_.used()) > session_.context()) {
    give_up_youngest();
    wanted = shares();
  }
  Batch batch;
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (slots_[i]) slots_[i]->schedule(batch, wanted[i], static_cast<std::int32_t>(i));
  }
  return batch;
}

void Engine::give_up_youngest() {
  std::size_t youngest = 0;
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (slots_[i] && (!slots_[youngest] || begun_[i] > begun_[youngest])) youngest = i;
  }
  Slot slot = std::move(*slots_[youngest]);
  release(youngest);
  slot.lose();
  queue_.push_front(std::move(slot));
  crowded_ = true;
}

void Engine::choose(std::span<const float> logits) {
  const auto vocab = static_cast<std::size_t>(model_->vocab_size());
  for (std::size_t i = 0; i < slots_.size() && !logits.empty(); ++i) {
    if (!slots_[i] || !slots_[i]->has_logits()) continue;
    bool ended = true;
    try {
      ended = slots_[i]->choose(logits.first(vocab));
    } catch (const RequestError& error) {
      slots_[i]->generation().finish(GenerationEnd::error, error.what());
    }
    logits = logits.subspan(vocab);
    if (ended) release(i);
  }
}

void Engine::release(std::size_t index) {
  slots_[index].reset();
  session_.forget(static_cast<std::int32_t>(index));
  crowded_ = false;
}

void Engine::fail_all(const std::string& message) {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (!slots_[i]) continue;
    slots_[i]->generation().finish(GenerationEnd::error, message);
    release(i);
  }
}

}  // namespace tern::server
