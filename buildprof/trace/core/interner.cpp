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

// Two chains that do not wait for each other.
WideHash hash_wide(std::string_view bytes) {
  WideHash hash{bytes.size() * 0xD6E8FEB86659FD93U, bytes.size() + 0xA0761D6478BD642FU};
  const char* at = bytes.data();
  std::size_t left = bytes.size();
  for (; left >= 16; at += 16, left -= 16) {
    std::uint64_t words[2];
    std::memcpy(words, at, 16);
    hash.first = mix(hash.first, words[0]);
    hash.second = mix(hash.second, words[1]);
  }
  std::uint64_t tail[2] = {0, 0};
  if (left > 0) {
    std::memcpy(tail, at, left);
  }
  hash.first = mix(hash.first, tail[0]);
  hash.second = mix(hash.second, tail[1]);
  return {mix(hash.first, hash.second), mix(hash.second, hash.first ^ (hash.first >> 32U))};
}

std::uint64_t hash_bytes(std::string_view bytes) {
  const WideHash hash = hash_wide(bytes);
  return hash.first ^ (hash.first >> 32U);
}

Interner::Interner() : shards_(kShards) {
  // Id 0 must be the empty string, whatever its hash.
  shards_[0].entries.push_back({"", 0, {}});
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
  const auto part = static_cast<std::uint32_t>(hash >> 20U);
  std::size_t slot = hash & (shard.slots.size() - 1);
  while (shard.slots[slot].next != 0) {
    const std::uint32_t index = shard.slots[slot].next - 1;
    if (shard.slots[slot].hash == part && shard.entries[index].text == text) {
      return static_cast<StringId>((index << kShardBits) | which);
    }
    slot = (slot + 1) & (shard.slots.size() - 1);
  }
  const auto index = static_cast<std::uint32_t>(shard.entries.size());
  shard.entries.push_back({store(shard, text), hash, {}});
  shard.slots[slot] = {index + 1, part};
  return static_cast<StringId>((index << kShardBits) | which);
}

std::string_view Interner::text(StringId id) const {
  const Shard& shard = shards_[id & (kShards - 1)];
  const std::lock_guard guard(shard.lock);
  return shard.entries[id >> kShardBits].text;
}

Derived Interner::derived(StringId id) const {
  const Shard& shard = shards_[id & (kShards - 1)];
  const std::lock_guard guard(shard.lock);
  return shard.entries[id >> kShardBits].derived;
}

void Interner::derive(StringId id, const Derived& derived) {
  Shard& shard = shards_[id & (kShards - 1)];
  const std::lock_guard guard(shard.lock);
  shard.entries[id >> kShardBits].derived = derived;
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
  std::vector<Slot> slots(std::max<std::size_t>(256, shard.slots.size() * 2));
  for (std::size_t index = 0; index < shard.entries.size(); ++index) {
    if (shard.entries[index].text.empty()) {
      continue;
    }
    const std::uint64_t hash = shard.entries[index].hash;
    std::size_t slot = hash & (slots.size() - 1);
    while (slots[slot].next != 0) {
      slot = (slot + 1) & (slots.size() - 1);
    }
    slots[slot] = {static_cast<std::uint32_t>(index + 1), static_cast<std::uint32_t>(hash >> 20U)};
  }
  shard.slots = std::move(slots);
}

}  // namespace buildprof
