#pragma once

#include <atomic>
#include <cstdint>

namespace tern {

/// Makes a fixed number of threads wait for each other, again and again. Looks for a
/// while, then sleeps.
class Barrier {
 public:
  explicit Barrier(int threads) : threads_(threads) {}

  void wait();

 private:
  const int threads_;
  std::atomic<int> arrived_{0};
  std::atomic<std::uint32_t> round_{0};
};

}  // namespace tern
