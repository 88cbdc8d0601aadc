#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

namespace tern {

/// The contents of a file, mapped read-only where the system can do that, else read into memory.
class MappedFile {
 public:
  /// Throws FileError with the reason the system gives.
  explicit MappedFile(const std::filesystem::path& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  std::span<const std::byte> bytes_;
  std::vector<std::byte> copy_;  // only where mapping is not available
};

}  // namespace tern
