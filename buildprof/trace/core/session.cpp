#include "session.hpp"

#include <algorithm>

#include "reader.hpp"

namespace buildprof {

Session::Session(unsigned threads, std::string cache)
    : cache_(std::move(cache)), limit_(std::max(1U, threads)) {}

Session::~Session() {
  {
    const std::lock_guard guard(lock_);
    ending_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) {
    thread.join();
  }
}

void Session::submit(std::string path) {
  const std::lock_guard guard(lock_);
  files_.emplace_back().path = std::move(path);
  if (threads_.size() < limit_ && files_.size() - done_ > threads_.size()) {
    threads_.emplace_back(&Session::work, this);
  }
  wake_.notify_one();
}

void Session::wait() {
  std::unique_lock guard(lock_);
  idle_.wait(guard, [&] { return done_ == files_.size(); });
}

void Session::work() {
  std::unique_lock guard(lock_);
  for (;;) {
    wake_.wait(guard, [&] { return ending_ || next_ < files_.size(); });
    if (ending_) {
      return;
    }
    TraceFile& file = files_[next_++];
    guard.unlock();
    file = read_trace(file.path, cache_, strings_);
    guard.lock();
    if (++done_ == files_.size()) {
      idle_.notify_all();
    }
  }
}

}  // namespace buildprof
