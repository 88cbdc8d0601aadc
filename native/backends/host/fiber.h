#pragma once

#include <cstddef>
#include <memory>

namespace tern {

/// A function with a stack of its own, that can stop in the middle and go on later. One thread of
/// the processor runs all fibers that it made.
class Fiber {
 public:
  Fiber();
  ~Fiber();
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  /// Makes it start `entry(argument)` at the next resume; what it did before is forgotten.
  void start(void (*entry)(void*), void* argument);
  /// Runs it until it yields or ends.
  void resume();
  /// Called by the running fiber: back to who resumed it.
  void yield();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tern
