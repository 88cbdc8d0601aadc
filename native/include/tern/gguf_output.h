#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iosfwd>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tern/gguf.h"

namespace tern {

/// Writes a GGUF file (little-endian) piece by piece, so that it need not fit into memory: first
/// all keys, then the names of all tensors, then their bytes in the same order. Whatever would
/// make a file that Gguf cannot read is a RequestError, raised before anything is written.
class GgufOutput {
 public:
  /// Writes to `path`.part, which gets its name in finish() and else vanishes: who maps a file may
  /// replace it. Throws FileError if it cannot be made. `version` is 2 or 3.
  explicit GgufOutput(const std::filesystem::path& path, std::uint32_t version = 3);
  /// Into `out`, which must be binary and live as long; `label` stands for the path in messages.
  GgufOutput(std::ostream& out, std::string label, std::uint32_t version = 3);
  ~GgufOutput();

  /// The key general.alignment says to what the data are aligned, in bytes; else 32.
  void key(std::string_view name, const GgufValue& value);
  /// `shape` has 1 to 4 sizes, the row length first.
  void tensor(std::string_view name, Type type, const std::vector<std::int64_t>& shape);

  /// Appends bytes to the current tensor; goes on with the next one when it is complete. Throws
  /// RequestError for more bytes than announced, FileError if the disk is full.
  void append(std::span<const std::byte> bytes);

  /// Throws RequestError if bytes are missing, FileError if the disk is full.
  void finish();

  GgufOutput(const GgufOutput&) = delete;
  GgufOutput& operator=(const GgufOutput&) = delete;

 private:
  [[noreturn]] void refuse(std::string_view message) const;
  void expect_written() const;
  void align_to(const GgufValue& value);
  std::size_t check_tensor(std::string_view name, Type type,
                           const std::vector<std::int64_t>& shape) const;
  std::uint64_t aligned(std::uint64_t bytes) const;
  void begin_data();
  void pad();

  std::filesystem::path path_;  // empty where the bytes go elsewhere
  std::string label_;
  std::uint32_t version_;
  std::ofstream file_;
  std::ostream& out_;
  std::uint64_t alignment_ = 32;
  std::string keys_;
  std::string names_;
  std::set<std::string, std::less<>> known_keys_;
  std::set<std::string, std::less<>> known_tensors_;
  std::vector<std::size_t> sizes_;
  std::uint64_t data_bytes_ = 0;
  std::size_t current_ = 0;  // the tensor that is being written
  std::size_t written_ = 0;  // bytes of it
  bool in_data_ = false;
};

/// Writes again all that a file holds, with its alignment, and finishes. Throws RequestError if the
/// type of a tensor is unknown, FileError if it cannot be written.
void copy_gguf(const Gguf& from, GgufOutput& to);

/// The same, with its version, into files of at most `most` tensors each:
/// prefix-00001-of-0000N.gguf and so on, with all keys in the first. Gives the paths; Gguf::open
/// reads all of them when given the first.
std::vector<std::filesystem::path> split_gguf(const Gguf& from, const std::filesystem::path& prefix,
                                              std::size_t most);

}  // namespace tern
