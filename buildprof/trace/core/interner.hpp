// All strings of a session, each stored once and known by a number that is the same in all traces.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace buildprof {

using StringId = std::uint32_t;
inline constexpr StringId kNoString = 0;  // the empty string

// The sets that a name belongs to, by our rule and by the classic one.
struct Derived {
  StringId set = kNoString;
  StringId classic = kNoString;
};

struct WideHash {
  std::uint64_t first = 0;
  std::uint64_t second = 0;
};

WideHash hash_wide(std::string_view bytes);
std::uint64_t hash_bytes(std::string_view bytes);

// Threads intern at once: each shard has its own lock, and stored bytes never move.
class Interner {
 public:
  Interner();
  StringId id(std::string_view text);
  StringId id(std::string_view text, std::uint64_t hash);
  [[nodiscard]] std::string_view text(StringId id) const;
  // What was worked out from a string; kNoString until somebody does.
  [[nodiscard]] Derived derived(StringId id) const;
  void derive(StringId id, const Derived& derived);

 private:
  static constexpr unsigned kShardBits = 6;
  static constexpr std::size_t kShards = std::size_t{1} << kShardBits;
  static constexpr std::size_t kBlock = std::size_t{64} * 1024;

  struct Entry {
    std::string_view text;
    std::uint64_t hash;
    Derived derived;
  };
  // Part of the hash is kept here, so that few entries are looked at in vain.
  struct Slot {
    std::uint32_t next = 0;  // index + 1; 0 is free
    std::uint32_t hash = 0;
  };
  struct Shard {
    mutable std::mutex lock;
    std::deque<Entry> entries;
    std::vector<Slot> slots;
    std::vector<std::unique_ptr<char[]>> blocks;
    std::size_t left = 0;
    char* next = nullptr;
  };

  static std::string_view store(Shard& shard, std::string_view text);
  static void grow(Shard& shard);

  std::vector<Shard> shards_;
};

}  // namespace buildprof
