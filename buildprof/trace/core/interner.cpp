#include "interner.hpp"

#include <algorithm>
#include <cstring>

namespace buildprof {

namespace {

std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  a ^= b;
  a *= 0x9E3779B97F4A7C15U;
  return a ^ (a >> 29U);
}

}  // namespace

std::uint64_t hash_bytes(std::string_view bytes) {
  std::uint64_t state = bytes.size() * 0xD6E8FEB86659FD93U;
  const char* at = bytes.data();
  std::size_t left = bytes.size();
  for (; left >= 8; at += 8, left -= 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, 8);
    state = mix(state, word);
  }
  std::uint64_t tail = 0;
  if (left > 0) {
    std::memcpy(&tail, at, left);
  }
  state = mix(state, tail);
  return state ^ (state >> 32U);
}

Interner::Interner() : shards_(kShards) {
  // Id 0 must be the empty string, whatever its hash.
  shards_[0].entries.push_back({"", 0});
}

StringId Interner::id(std::string_view text) { return id(text, hash_bytes(text)); }

StringId Interner::id(std::string_view text, std::uint64_t hash) {
  if (text.empty()) {
    return kNoString;
  }
  const std::size_t which = hash >> (64U - kShardBits);
  Shard& shard = shards_[which];
  const std::lock_guard guard(shard.lock);
  if (shard.slots.size() < 2 * (shard.entries.size() + 1)) {
    grow(shard);
  }
  std::size_t slot = hash & (shard.slots.size() - 1);
  while (shard.slots[slot] != 0) {
    const std::uint32_t index = shard.slots[slot] - 1;
    const Entry& entry = shard.entries[index];
    if (entry.hash == hash && entry.text == text) {
      return static_cast<StringId>((index << kShardBits) | which);
    }
    slot = (slot + 1) & (shard.slots.size() - 1);
  }
  const auto index = static_cast<std::uint32_t>(shard.entries.size());
  shard.entries.push_back({store(shard, text), hash});
  shard.slots[slot] = index + 1;
  return static_cast<StringId>((index << kShardBits) | which);
}

std::string_view Interner::text(StringId id) const {
  const Shard& shard = shards_[id & (kShards - 1)];
  const std::lock_guard guard(shard.lock);
  return shard.entries[id >> kShardBits].text;
}

std::size_t Interner::limit() const {
  std::size_t longest = 0;
  for (const Shard& shard : shards_) {
    const std::lock_guard guard(shard.lock);
    longest = std::max(longest, shard.entries.size());
  }
  return longest << kShardBits;
}

std::string_view Interner::store(Shard& shard, std::string_view text) {
  if (text.size() > shard.left) {
    shard.left = std::max(kBlock, text.size());
    shard.blocks.push_back(std::make_unique_for_overwrite<char[]>(shard.left));
    shard.next = shard.blocks.back().get();
  }
  std::memcpy(shard.next, text.data(), text.size());
  const std::string_view stored{shard.next, text.size()};
  shard.next += text.size();
  shard.left -= text.size();
  return stored;
}

void Interner::grow(Shard& shard) {
  std::vector<std::uint32_t> slots(std::max<std::size_t>(256, shard.slots.size() * 2));
  for (std::size_t index = 0; index < shard.entries.size(); ++index) {
    if (shard.entries[index].text.empty()) {
      continue;
    }
    std::size_t slot = shard.entries[index].hash & (slots.size() - 1);
    while (slots[slot] != 0) {
      slot = (slot + 1) & (slots.size() - 1);
    }
    slots[slot] = static_cast<std::uint32_t>(index + 1);
  }
  shard.slots = std::move(slots);
}

}  // namespace buildprof
