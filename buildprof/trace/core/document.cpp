#include "document.hpp"

#include "interner.hpp"
#include "text.hpp"

namespace buildprof {

std::uint32_t Document::name_index(const RawString& raw) {
  const auto found = index_.find(raw.bytes);
  if (found != index_.end()) {
    return found->second;
  }
  std::string_view name = raw.bytes;
  if (!raw.plain) {
    name = decoded.emplace_back(decode(raw, replaced));
  }
  const auto index = static_cast<std::uint32_t>(names.size());
  names.push_back(name);
  index_.emplace(raw.bytes, index);
  return index;
}

std::size_t Document::ThreadHash::operator()(const Thread& one) const {
  return hash_bytes(one.tid) * 31 + hash_bytes(one.pid);
}

std::uint32_t Document::thread_index(const Thread& thread) {
  const auto [found, added] =
      thread_index_.emplace(thread, static_cast<std::uint32_t>(threads.size()));
  if (added) {
    threads.push_back(thread);
  }
  return found->second;
}

}  // namespace buildprof
