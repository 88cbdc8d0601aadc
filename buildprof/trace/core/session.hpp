// Traces that are read in the background, by as many threads as asked for.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "cache.hpp"
#include "interner.hpp"
#include "unit.hpp"

namespace buildprof {

class Session {
 public:
  Session(unsigned threads, std::string cache);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // Returns at once; the file is read while the caller goes on.
  void submit(std::string path);
  // Waits until all that was submitted is read. `files()` is whole only then.
  void wait();

  std::deque<TraceFile>& files() { return files_; }
  Interner& strings() { return strings_; }

 private:
  void work();

  Interner strings_;
  Cache cache_;
  std::deque<TraceFile> files_;  // in the order of submission; elements never move
  std::size_t next_ = 0;
  std::size_t done_ = 0;
  bool ending_ = false;
  std::mutex lock_;
  std::condition_variable wake_;
  std::condition_variable idle_;
  std::vector<std::thread> threads_;
  unsigned limit_;
};

}  // namespace buildprof
