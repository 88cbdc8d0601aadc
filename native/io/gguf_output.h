#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tern/gguf.h"

namespace tern {

/// Writes a GGUF file of version 3 piece by piece, so that it need not fit into memory: first all
/// keys, then the names of all tensors, then their bytes in the same order.
class GgufOutput {
 public:
  /// Throws FileError if the file cannot be made.
  explicit GgufOutput(const std::filesystem::path& path);
  /// Into `out`, which must be binary and live as long; `label` stands for the path in messages.
  GgufOutput(std::ostream& out, std::string label);

  void key(std::string_view name, const GgufValue& value);
  /// `shape` has the row length first; trailing ones are left out by the caller.
  void tensor(std::string_view name, Type type, const std::vector<std::int64_t>& shape);

  /// Appends bytes to the current tensor; goes on with the next one when it is complete. Throws
  /// RequestError for more bytes than announced, FileError if the disk is full.
  void append(std::span<const std::byte> bytes);

  /// Throws RequestError if bytes are missing.
  void finish();

  GgufOutput(const GgufOutput&) = delete;
  GgufOutput& operator=(const GgufOutput&) = delete;

 private:
  void expect_written() const;
  void begin_data();
  void pad();

  std::string label_;
  std::ofstream file_;  // not open where the bytes go elsewhere
  std::ostream& out_;
  std::string keys_;
  std::string names_;
  std::uint64_t key_count_ = 0;
  std::vector<std::size_t> sizes_;
  std::uint64_t data_bytes_ = 0;
  std::size_t current_ = 0;  // the tensor that is being written
  std::size_t written_ = 0;  // bytes of it
  bool in_data_ = false;
};

}  // namespace tern
