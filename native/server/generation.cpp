#include "server/generation.h"

#include <utility>

namespace tern::server {

Generation::News Generation::wait(std::chrono::milliseconds limit) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, limit, [&] { return !tokens_.empty() || end_ != GenerationEnd::none; });
  return {std::exchange(tokens_, {}), end_, error_};
}

void Generation::cancel() {
  const std::lock_guard lock(mutex_);
  cancelled_ = true;
}

bool Generation::is_cancelled() const {
  const std::lock_guard lock(mutex_);
  return cancelled_;
}

void Generation::push(std::int32_t token) {
  {
    const std::lock_guard lock(mutex_);
    tokens_.push_back(token);
  }
  changed_.notify_one();
}

void Generation::finish(GenerationEnd end, std::string error) {
  {
    const std::lock_guard lock(mutex_);
    end_ = end;
    error_ = std::move(error);
  }
  changed_.notify_one();
}

}  // namespace tern::server
