#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tern/gguf.h"

namespace tern {

/// Turns text into tokens and back, with the vocabulary of a model file. Immutable, so any number
/// of threads may use it; independent of the file once it is loaded.
class Tokenizer {
 public:
  /// Throws ModelError that names the key if the file has no vocabulary or one of a kind that is
  /// not supported. Supported: "llama" (SentencePiece) and "gpt2" (byte pairs, with the splitting
  /// rules gpt-2, llama-bpe and qwen2).
  static std::unique_ptr<const Tokenizer> load(const Gguf& file);

  virtual ~Tokenizer() = default;

  /// Text as UTF-8; bytes that are not are kept. Names of control tokens are text like any other.
  /// Starts with the beginning token where the file asks for it.
  virtual std::vector<std::int32_t> encode(std::string_view text) const = 0;

  /// The bytes of one token, maybe only a part of a character; nothing for control tokens.
  virtual std::string piece(std::int32_t token) const = 0;

  /// The text of several tokens.
  virtual std::string decode(std::span<const std::int32_t> tokens) const = 0;

  /// True for the token after which a text ends.
  virtual bool is_end(std::int32_t token) const = 0;

  /// The token after which a text ends; -1 if there is none.
  virtual std::int32_t end_token() const = 0;

  /// The token that is called so in the vocabulary, such as a control token; -1 if there is none.
  virtual std::int32_t find(std::string_view name) const = 0;
};

}  // namespace tern
