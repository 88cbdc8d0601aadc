#include "core/thread_pool.h"

#include <system_error>

#include "core/text.h"
#include "tern/error.h"

namespace tern {

ThreadPool::ThreadPool(int threads) {
  constexpr int limit = 1024;
  if (threads < 1 || threads > limit) {
    throw RequestError(concat("[threads] expected 1 to ", limit, " threads, got ", threads));
  }
  try {
    for (int i = 1; i < threads; ++i) workers_.emplace_back([this, i] { serve(i); });
  } catch (const std::system_error& error) {
    // Those that run must end before their objects do.
    const std::size_t started = workers_.size() + 1;
    stop();
    throw RequestError(
        concat("[threads] expected ", threads, " threads, got ", started, ": ", error.what()));
  }
}

ThreadPool::~ThreadPool() { stop(); }

void ThreadPool::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  started_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

void ThreadPool::run(const std::function<void(int)>& work) {
  {
    const std::lock_guard lock(mutex_);
    work_ = &work;
    running_ = static_cast<int>(workers_.size());
    ++round_;
  }
  started_.notify_all();
  work(0);
  std::unique_lock lock(mutex_);
  finished_.wait(lock, [this] { return running_ == 0; });
}

void ThreadPool::serve(int thread) {
  std::uint64_t seen = 0;
  while (true) {
    const std::function<void(int)>* work = nullptr;
    {
      std::unique_lock lock(mutex_);
      started_.wait(lock, [&] { return stopping_ || round_ != seen; });
      if (stopping_) return;
      seen = round_;
      work = work_;
    }
    (*work)(thread);
    const std::lock_guard lock(mutex_);
    if (--running_ == 0) finished_.notify_one();
  }
}

}  // namespace tern
