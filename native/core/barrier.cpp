#include "core/barrier.h"

#include <thread>

#if defined(__x86_64__) || defined(__i386__)
#include <immintrin.h>
#endif

namespace tern {
namespace barrier {

// Steps of a graph end microseconds apart, and to wake a thread takes longer than most of them: who
// waits goes on looking for about a millisecond. Now and then it lets others have the core, since
// there may be fewer free cores than threads.
constexpr int looks = 20000;
constexpr int looks_per_turn = 100;

/// Leaves the core's other hardware thread its share while this one looks again and again.
void relax() {
#if defined(__x86_64__) || defined(__i386__)
  _mm_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

}  // namespace barrier

void Barrier::wait() {
  if (threads_ == 1) return;
  const std::uint32_t round = round_.load(std::memory_order_acquire);
  if (arrived_.fetch_add(1, std::memory_order_acq_rel) == threads_ - 1) {
    arrived_.store(0, std::memory_order_relaxed);
    round_.store(round + 1, std::memory_order_release);
    round_.notify_all();
    return;
  }
  const auto passed = [&] { return round_.load(std::memory_order_acquire) != round; };
  for (int i = 0; i < barrier::looks; ++i) {
    if (passed()) return;
    if (i % barrier::looks_per_turn == 0) {
      std::this_thread::yield();
    } else {
      barrier::relax();
    }
  }
  while (!passed()) round_.wait(round, std::memory_order_acquire);
}

}  // namespace tern
