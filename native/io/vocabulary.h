#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tern/gguf.h"

namespace tern {

/// What a token is for, with the numbers of the format.
enum class TokenKind : std::int32_t {
  normal = 1,
  unknown = 2,
  control = 3,
  user_defined = 4,
  unused = 5,
  byte = 6
};

/// The tokenizer.ggml.* keys of a file, checked. Throws ModelError that names the key.
class Vocabulary {
 public:
  explicit Vocabulary(const Gguf& file);

  std::int32_t size() const { return static_cast<std::int32_t>(texts_.size()); }
  const std::string& text(std::int32_t token) const {
    return texts_[static_cast<std::size_t>(token)];
  }
  TokenKind kind(std::int32_t token) const { return kinds_[static_cast<std::size_t>(token)]; }
  float score(std::int32_t token) const { return scores_[static_cast<std::size_t>(token)]; }
  /// -1 if there is no such token.
  std::int32_t find(std::string_view text) const;

  const std::vector<std::string>& merges() const { return merges_; }
  /// tokenizer.ggml.<key>
  std::optional<std::int32_t> token_id(std::string_view key) const;
  bool flag(std::string_view key, bool fallback) const;
  std::string text_value(std::string_view key, std::string fallback) const;

  [[noreturn]] void fail(std::string_view key, std::string_view expected,
                         std::string_view found) const;

 private:
  const GgufValue* value(std::string_view key) const;
  template <class Element>
  std::vector<Element> list(std::string_view key) const;
  void check_sizes();

  const Gguf* file_;  // used during construction of a tokenizer only
  std::vector<std::string> texts_;
  std::vector<TokenKind> kinds_;
  std::vector<float> scores_;
  std::vector<std::string> merges_;
  std::unordered_map<std::string_view, std::int32_t> ids_;  // views of texts_
};

}  // namespace tern
