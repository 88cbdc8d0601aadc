// The strings of one file in front of those of the session: most come again and again.
#pragma once

#include <string_view>
#include <vector>

#include "interner.hpp"

namespace buildprof {

class LocalStrings {
 public:
  explicit LocalStrings(Interner& strings) : strings_(strings), slots_(1024) {}

  // The text must outlive this.
  StringId id(std::string_view text) {
    const std::uint64_t hash = hash_bytes(text);
    if (2 * (used_ + 1) > slots_.size()) {
      grow();
    }
    Slot& slot = find(slots_, text, hash);
    if (slot.text.data() == nullptr) {
      slot = {text, hash, strings_.id(text, hash)};
      ++used_;
    }
    return slot.id;
  }

 private:
  struct Slot {
    std::string_view text;
    std::uint64_t hash = 0;
    StringId id = kNoString;
  };

  static Slot& find(std::vector<Slot>& slots, std::string_view text, std::uint64_t hash) {
    std::size_t at = hash & (slots.size() - 1);
    while (slots[at].text.data() != nullptr &&
           (slots[at].hash != hash || slots[at].text != text)) {
      at = (at + 1) & (slots.size() - 1);
    }
    return slots[at];
  }

  void grow() {
    std::vector<Slot> larger(slots_.size() * 2);
    for (const Slot& slot : slots_) {
      if (slot.text.data() != nullptr) {
        find(larger, slot.text, slot.hash) = slot;
      }
    }
    slots_ = std::move(larger);
  }

  Interner& strings_;
  std::vector<Slot> slots_;
  std::size_t used_ = 0;
};

}  // namespace buildprof
