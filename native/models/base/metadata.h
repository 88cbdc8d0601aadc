#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tern {

class Gguf;
class ModelDraft;

/// Typed access to the metadata of one architecture. Keys are given without the prefix; every
/// error names the whole key, what was expected and what was found. Throws ModelError.
class Metadata {
 public:
  Metadata(const Gguf& file, std::string prefix, ModelDraft* draft = nullptr)
      : file_(file), prefix_(std::move(prefix)), draft_(draft) {}

  const std::string& prefix() const { return prefix_; }

  /// A whole number from 1 to 2^31 - 1.
  std::int64_t positive(std::string_view key) const;
  std::int64_t positive_or(std::string_view key, std::int64_t fallback) const;
  /// A whole number; `fallback` if the key is missing.
  std::int64_t integer_or(std::string_view key, std::int64_t fallback) const;

  float number(std::string_view key) const;
  float number_or(std::string_view key, float fallback) const;
  bool flag_or(std::string_view key, bool fallback) const;
  std::string text_or(std::string_view key, std::string fallback) const;

  /// True if the file has the key.
  bool has(std::string_view key) const;

  bool is_array(std::string_view key) const;
  /// The elements of an array; 0 if the key is missing or no array.
  std::size_t size_of_array(std::string_view key) const;

  /// One value per layer: an array of at least `count` values, of which the first are taken, or one
  /// value for all; `fallback` for all if the key is missing. Flags may be stored as numbers.
  std::vector<std::int64_t> integers_or(std::string_view key, std::int64_t count,
                                        std::int64_t fallback) const;
  std::vector<float> numbers_or(std::string_view key, std::int64_t count, float fallback) const;
  /// The same, but the key must be there.
  std::vector<std::int64_t> integers(std::string_view key, std::int64_t count) const;

  [[noreturn]] void fail(std::string_view key, std::string_view expected,
                         std::string_view found) const;

 private:
  struct Value;  // knows what GGUF holds, which costs every model file a slow header
  Value find(std::string_view key) const;
  Value require(std::string_view key, std::string_view expected) const;

  const Gguf& file_;
  std::string prefix_;
  ModelDraft* draft_;  // null: the file has all there is
};

}  // namespace tern
