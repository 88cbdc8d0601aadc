// A small map from a 64-bit key to a value; values stay in the order they came.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace buildprof {

template <typename Value>
class Flat {
 public:
  // The index of the value of `key`; a new one where there is none.
  std::uint32_t index(std::uint64_t key) {
    if (slots_.size() < 2 * (values_.size() + 1)) {
      grow();
    }
    std::size_t slot = scatter(key);
    while (slots_[slot] != 0) {
      if (keys_[slots_[slot] - 1] == key) {
        return slots_[slot] - 1;
      }
      slot = (slot + 1) & (slots_.size() - 1);
    }
    keys_.push_back(key);
    values_.emplace_back();
    slots_[slot] = static_cast<std::uint32_t>(values_.size());
    return slots_[slot] - 1;
  }

  Value& at(std::uint64_t key) { return values_[index(key)]; }
  Value& operator[](std::uint32_t index) { return values_[index]; }
  [[nodiscard]] std::uint64_t key(std::uint32_t index) const { return keys_[index]; }
  [[nodiscard]] std::size_t size() const { return values_.size(); }
  std::vector<Value>& values() { return values_; }

 private:
  [[nodiscard]] std::size_t scatter(std::uint64_t key) const {
    key *= 0x9E3779B97F4A7C15U;
    return static_cast<std::size_t>(key ^ (key >> 32U)) & (slots_.size() - 1);
  }

  void grow() {
    slots_.assign(slots_.empty() ? 32 : slots_.size() * 2, 0);
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      std::size_t slot = scatter(keys_[i]);
      while (slots_[slot] != 0) {
        slot = (slot + 1) & (slots_.size() - 1);
      }
      slots_[slot] = static_cast<std::uint32_t>(i + 1);
    }
  }

  std::vector<std::uint64_t> keys_;
  std::vector<Value> values_;
  std::vector<std::uint32_t> slots_;  // index + 1; 0 is free
};

}  // namespace buildprof
