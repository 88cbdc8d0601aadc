#include <array>
#include <utility>

#include "core/text.h"
#include "io/merge.h"
#include "io/tokenizer_table.h"
#include "io/unicode.h"
#include "io/word_splitter.h"

namespace tern {
namespace tokenizer_gpt2 {

/// Bytes that are visible characters in Latin-1 stand for themselves; the others, in order, for
/// the characters from 256 on.
class ByteAlphabet {
 public:
  ByteAlphabet() {
    char32_t next = 256;
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const bool visible = (byte >= 33 && byte <= 126) || (byte >= 161 && byte != 173);
      const char32_t code = visible ? static_cast<char32_t>(byte) : next++;
      append_utf8(texts_[byte], code);
      bytes_[code] = static_cast<char>(static_cast<unsigned char>(byte));
    }
    size_ = next;
  }

  std::string encode(std::string_view bytes) const {
    std::string text;
    for (const char c : bytes) text += texts_[static_cast<unsigned char>(c)];
    return text;
  }

  /// Characters outside the alphabet are kept as they are.
  std::string decode(std::string_view text) const {
    std::string bytes;
    for (const Character& c : split_characters(text)) {
      const bool known =
          c.code < size_ && (c.code >= 256 || texts_[c.code] == text.substr(c.start, c.size));
      known ? bytes += bytes_[c.code] : bytes += text.substr(c.start, c.size);
    }
    return bytes;
  }

 private:
  std::array<std::string, 256> texts_;
  std::array<char, 512> bytes_{};
  char32_t size_ = 0;
};

std::string pair_key(std::string_view left, std::string_view right) {
  return concat(left, " ", right);
}

/// Byte pairs: the text is cut into words, in each of which the pairs with the lowest rank are
/// joined first.
class Gpt2Tokenizer : public Tokenizer {
 public:
  explicit Gpt2Tokenizer(Vocabulary vocabulary)
      : vocabulary_(std::move(vocabulary)),
        rules_(read_rules(vocabulary_)),
        begin_(vocabulary_.token_id("bos_token_id").value_or(-1)),
        end_(vocabulary_.token_id("eos_token_id").value_or(-1)),
        adds_begin_(vocabulary_.flag("add_bos_token", takes_whole_words()) && begin_ >= 0) {
    if (vocabulary_.merges().empty()) vocabulary_.fail("merges", "an array of STRING", "nothing");
    double rank = 0.0;
    for (const std::string& merge : vocabulary_.merges()) ranks_.emplace(merge, rank++);
  }

  std::vector<std::int32_t> encode(std::string_view text) const override {
    std::vector<std::int32_t> tokens;
    if (adds_begin_) tokens.push_back(begin_);
    for (const std::string_view word : split_words(text, rules_))
      append_word(tokens, alphabet_.encode(word));
    return tokens;
  }

  std::string piece(std::int32_t token) const override {
    if (token < 0 || token >= vocabulary_.size()) return {};
    const TokenKind kind = vocabulary_.kind(token);
    if (kind == TokenKind::control || kind == TokenKind::unused) return {};
    return kind == TokenKind::user_defined ? vocabulary_.text(token)
                                           : alphabet_.decode(vocabulary_.text(token));
  }

  std::string decode(std::span<const std::int32_t> tokens) const override {
    std::string text;
    for (const std::int32_t token : tokens) text += piece(token);
    return text;
  }

  bool is_end(std::int32_t token) const override { return token >= 0 && token == end_; }

  std::int32_t end_token() const override { return end_; }

  std::int32_t find(std::string_view name) const override { return vocabulary_.find(name); }

 private:
  static const SplitRules& read_rules(const Vocabulary& vocabulary) {
    const std::string name = vocabulary.text_value("pre", "gpt-2");
    const SplitRules* rules = find_split_rules(name);
    if (rules == nullptr)
      vocabulary.fail("pre", "one of gpt-2, llama-bpe, qwen2", concat("'", name, "'"));
    return *rules;
  }

  /// Llama 3 takes a word that is a token as it is, also where merging would not get there.
  bool takes_whole_words() const { return &rules_ == find_split_rules("llama-bpe"); }

  void append_word(std::vector<std::int32_t>& tokens, const std::string& word) const {
    if (takes_whole_words()) {
      if (const std::int32_t whole = vocabulary_.find(word); whole >= 0) {
        tokens.push_back(whole);
        return;
      }
    }
    std::vector<std::string_view> pieces;
    for (const Character& c : split_characters(word)) {
      pieces.push_back(std::string_view(word).substr(c.start, c.size));
    }
    const auto priority = [this](std::string_view left,
                                 std::string_view right) -> std::optional<double> {
      const auto it = ranks_.find(pair_key(left, right));
      return it == ranks_.end() ? std::nullopt : std::optional(it->second);
    };
    for (const std::string_view piece : merge_pieces(pieces, priority)) append_piece(tokens, piece);
  }

  void append_piece(std::vector<std::int32_t>& tokens, std::string_view piece) const {
    if (const std::int32_t token = vocabulary_.find(piece); token >= 0) {
      tokens.push_back(token);
      return;
    }
    // A merge without a token of its own; single bytes should be there.
    for (const Character& c : split_characters(piece)) {
      const std::int32_t token = vocabulary_.find(piece.substr(c.start, c.size));
      if (token >= 0) tokens.push_back(token);
    }
  }

  Vocabulary vocabulary_;
  const SplitRules& rules_;
  std::int32_t begin_;
  std::int32_t end_;
  bool adds_begin_;
  ByteAlphabet alphabet_;
  std::unordered_map<std::string, double> ranks_;
};

}  // namespace tokenizer_gpt2

void register_tokenizer_gpt2(TokenizerTable& table) {
  table.add("gpt2", [](Vocabulary vocabulary) {
    return std::make_unique<tokenizer_gpt2::Gpt2Tokenizer>(std::move(vocabulary));
  });
}

}  // namespace tern
