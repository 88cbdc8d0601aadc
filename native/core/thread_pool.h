#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace tern {

/// A fixed set of threads that run one function together. One call of run at a time.
class ThreadPool {
 public:
  /// Starts `threads` - 1 threads; the caller of run is the remaining one.
  explicit ThreadPool(int threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int size() const { return static_cast<int>(workers_.size()) + 1; }

  /// Calls work(0) … work(size() - 1), each on its own thread, and returns when all are done.
  /// `work` must not throw.
  void run(const std::function<void(int)>& work);

 private:
  void serve(int thread);
  void stop();

  std::mutex mutex_;
  std::condition_variable started_;
  std::condition_variable finished_;
  const std::function<void(int)>* work_ = nullptr;
  std::uint64_t round_ = 0;
  int running_ = 0;
  bool stopping_ = false;
  std::vector<std::thread> workers_;
};

}  // namespace tern
