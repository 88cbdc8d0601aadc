#include "cache.hpp"

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "file.hpp"
#include "record.hpp"

namespace buildprof {

namespace {

constexpr const char* kEnding = ".unit";
constexpr std::size_t kSmallest = std::size_t{32} * 1024;  // below this reading is as quick

std::string hexadecimal(std::uint64_t value) {
  std::array<char, 17> text{};
  std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(value));
  return text.data();
}

// The version of the reader, and a check of what was kept.
std::string seal(std::string_view payload) {
  return BUILDPROF_SOURCES + hexadecimal(hash_bytes(payload));
}

}  // namespace

std::string Cache::key(std::string_view content) const {
  if (folder_.empty() || content.size() < kSmallest) {
    return {};
  }
  // 128 bits, so that no two traces are taken for one.
  const WideHash hash = hash_wide(content);
  return hexadecimal(hash.first) + hexadecimal(hash.second);
}

bool Cache::load(const std::string& key, TraceFile& file, Interner& strings) const {
  TraceFile record;
  Bytes bytes;
  if (!bytes.load(folder_ + "/" + key + kEnding, record)) {
    return false;
  }
  const std::string_view all = bytes.view();
  const std::size_t sealed = seal("").size();
  if (all.size() < sealed || all.substr(0, sealed) != seal(all.substr(sealed))) {
    return false;
  }
  TraceFile kept;
  try {
    read_record(all.substr(sealed), kept, strings);
  } catch (const Malformed&) {
    return false;
  }
  kept.path = file.path;
  kept.bytes = file.bytes;
  kept.modified_ns = file.modified_ns;
  file = std::move(kept);
  return true;
}

void Cache::store(const std::string& key, TraceFile& file, const Interner& strings) const {
  const std::string payload = write_record(file, strings);
  const std::string path = folder_ + "/" + key + kEnding;
  const std::string aside = path + ".part" + hexadecimal(reinterpret_cast<std::uintptr_t>(&file));
  std::error_code ignored;
  {
    std::ofstream out(aside, std::ios::binary | std::ios::trunc);
    out << seal(payload);
    out.write(payload.data(), static_cast<std::streamsize>(payload.size()));
    if (!out.flush()) {
      out.close();
      std::filesystem::remove(aside, ignored);
      return;
    }
  }
  std::filesystem::rename(aside, path, ignored);
}

}  // namespace buildprof
