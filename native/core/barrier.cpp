#include "core/barrier.h"

namespace tern {

void Barrier::wait() {
  if (threads_ == 1) return;
  const std::uint32_t round = round_.load(std::memory_order_acquire);
  if (arrived_.fetch_add(1, std::memory_order_acq_rel) == threads_ - 1) {
    arrived_.store(0, std::memory_order_relaxed);
    round_.store(round + 1, std::memory_order_release);
    round_.notify_all();
    return;
  }
  constexpr int spins = 2000;
  for (int i = 0; i < spins; ++i) {
    if (round_.load(std::memory_order_acquire) != round) return;
  }
  while (round_.load(std::memory_order_acquire) == round)
    round_.wait(round, std::memory_order_acquire);
}

}  // namespace tern
