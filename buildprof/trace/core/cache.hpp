// What was read from a trace, kept under the hash of its bytes.
#pragma once

#include <string>
#include <string_view>

#include "unit.hpp"

namespace buildprof {

class Cache {
 public:
  // An empty folder is no cache.
  explicit Cache(std::string folder) : folder_(std::move(folder)) {}

  // The name under which a content is kept; empty where it is not worth keeping.
  [[nodiscard]] std::string key(std::string_view content) const;
  // Fills `file`, whose path stays; false where nothing sound is kept.
  bool load(const std::string& key, TraceFile& file, Interner& strings) const;
  // Keeps it, if that is possible.
  void store(const std::string& key, TraceFile& file, const Interner& strings) const;

 private:
  std::string folder_;
};

}  // namespace buildprof
