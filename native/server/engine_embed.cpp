#include <exception>
#include <utility>

#include "core/text.h"
#include "server/engine.h"
#include "tern/error.h"

namespace tern::server {

bool Engine::submit(std::shared_ptr<EmbeddingJob> job) {
  for (const auto& text : job->texts()) {
    if (static_cast<std::int64_t>(text.size()) > token_limit_) {
      throw RequestError(concat("'input': expected texts of at most ", token_limit_,
                                " tokens, as the context holds, got ", text.size()));
    }
    for (const std::int32_t token : text) {
      if (token >= model_->vocab_size())
        throw RequestError(concat("'input': expected tokens from 0 to ", model_->vocab_size() - 1,
                                  ", got ", token));
    }
  }
  {
    const std::lock_guard lock(mutex_);
    if (stopping_ || queue_.size() + jobs_.size() >= options_.queue_limit) return false;
    jobs_.push_back(std::move(job));
  }
  changed_.notify_one();
  return true;
}

/// The next text of the first job; the others wait, so that generations go on meanwhile.
void Engine::embed(std::unique_lock<std::mutex>& lock) {
  const std::shared_ptr<EmbeddingJob> job = jobs_.front();
  const auto& text = job->next();
  make_room(static_cast<std::int64_t>(text.size()));
  lock.unlock();
  try {
    const auto row =
        session_.embed(make_batch(text, 0, WantLogits::none, options_.slots), job->pooling());
    job->add({row.begin(), row.end()});
  } catch (...) {
    job->fail(std::current_exception());
  }
  session_.forget(options_.slots);
  lock.lock();
  if (job->is_over()) std::erase(jobs_, job);
}

void Engine::make_room(std::int64_t tokens) {
  while (running() > 0 && session_.used() + tokens > session_.context()) give_up_youngest();
}

}  // namespace tern::server
