// Time of spans that lie in one another.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace buildprof {

// The time that spans of one kind cover, fed in order of their start, thread after thread.
class Cover {
 public:
  // Adds a span and returns the time that no earlier one covered.
  std::int64_t add(std::uint32_t thread, std::int64_t ts, std::int64_t end) {
    if (thread != thread_) {
      thread_ = thread;
      until_ = std::numeric_limits<std::int64_t>::min();
    }
    if (ts >= until_) {
      ++outermost_;
    }
    const std::int64_t added = std::max<std::int64_t>(0, end - std::max(ts, until_));
    until_ = std::max(until_, end);
    total_ += added;
    return added;
  }

  [[nodiscard]] std::int64_t total() const { return total_; }
  [[nodiscard]] std::uint32_t outermost() const { return outermost_; }

 private:
  std::uint32_t thread_ = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t outermost_ = 0;
  std::int64_t until_ = 0;
  std::int64_t total_ = 0;
};

// The spans of one family that are open; what a child takes is the parent's no longer.
class Stack {
 public:
  static constexpr std::int32_t kNone = -1;

  // The item of the innermost span that is open at `ts`, or kNone; `shared` is how much of the
  // new span lies in it.
  std::int32_t enter(std::uint32_t thread, std::int64_t ts, std::int64_t end, std::int64_t& shared) {
    while (!open_.empty() && (open_.back().thread != thread || open_.back().end <= ts)) {
      open_.pop_back();
    }
    if (open_.empty()) {
      shared = 0;
      return kNone;
    }
    shared = std::min(end, open_.back().end) - ts;
    return open_.back().item;
  }

  void push(std::uint32_t thread, std::int64_t end, std::int32_t item) {
    open_.push_back({end, thread, item});
  }

 private:
  struct Open {
    std::int64_t end;
    std::uint32_t thread;
    std::int32_t item;
  };
  std::vector<Open> open_;
};

}  // namespace buildprof
