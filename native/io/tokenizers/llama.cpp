#include <array>
#include <utility>

#include "core/text.h"
#include "io/merge.h"
#include "io/tokenizer_table.h"
#include "io/unicode.h"

namespace tern {
namespace tokenizer_llama {

constexpr std::string_view space_mark = "\xe2\x96\x81";  // U+2581

std::string mark_spaces(std::string_view text) {
  std::string marked;
  for (const char c : text) c == ' ' ? marked += space_mark : marked += c;
  return marked;
}

/// SentencePiece: pieces with the best score are joined first; what has no piece becomes bytes.
class LlamaTokenizer : public Tokenizer {
 public:
  explicit LlamaTokenizer(Vocabulary vocabulary)
      : vocabulary_(std::move(vocabulary)),
        begin_(vocabulary_.token_id("bos_token_id").value_or(-1)),
        end_(vocabulary_.token_id("eos_token_id").value_or(-1)),
        unknown_(vocabulary_.token_id("unknown_token_id").value_or(-1)),
        adds_begin_(vocabulary_.flag("add_bos_token", true) && begin_ >= 0),
        adds_space_(vocabulary_.flag("add_space_prefix", true)) {
    constexpr char digits[] = "0123456789ABCDEF";
    for (std::size_t byte = 0; byte < bytes_.size(); ++byte) {
      bytes_[byte] = vocabulary_.find(concat("<0x", digits[byte / 16], digits[byte % 16], ">"));
    }
  }

  std::vector<std::int32_t> encode(std::string_view text) const override {
    std::vector<std::int32_t> tokens;
    if (adds_begin_) tokens.push_back(begin_);
    if (text.empty()) return tokens;
    const std::string marked = mark_spaces(adds_space_ ? concat(" ", text) : std::string(text));
    std::vector<std::string_view> pieces;
    for (const Character& c : split_characters(marked)) {
      pieces.push_back(std::string_view(marked).substr(c.start, c.size));
    }
    for (const std::string_view piece : merge_pieces(pieces, priority())) append(tokens, piece);
    return tokens;
  }

  std::string piece(std::int32_t token) const override {
    if (token < 0 || token >= vocabulary_.size()) return {};
    switch (vocabulary_.kind(token)) {
      case TokenKind::control:
      case TokenKind::unknown:
      case TokenKind::unused: return {};
      case TokenKind::byte: return std::string(1, byte_of(vocabulary_.text(token)));
      case TokenKind::normal:
      case TokenKind::user_defined: break;
    }
    return unmark(vocabulary_.text(token));
  }

  std::string decode(std::span<const std::int32_t> tokens) const override {
    std::string text;
    for (const std::int32_t token : tokens) text += piece(token);
    // The space that encoding put in front.
    if (adds_space_ && text.starts_with(' ')) text.erase(0, 1);
    return text;
  }

  bool is_end(std::int32_t token) const override { return token >= 0 && token == end_; }

  std::int32_t end_token() const override { return end_; }

  std::int32_t find(std::string_view name) const override { return vocabulary_.find(name); }

 private:
  MergePriority priority() const {
    return [this](std::string_view left, std::string_view right) -> std::optional<double> {
      // The two lie side by side in memory.
      const std::int32_t token = vocabulary_.find({left.data(), left.size() + right.size()});
      if (token < 0) return std::nullopt;
      return -static_cast<double>(vocabulary_.score(token));
    };
  }

  void append(std::vector<std::int32_t>& tokens, std::string_view piece) const {
    const std::int32_t token = vocabulary_.find(piece);
    if (token >= 0) {
      tokens.push_back(token);
      return;
    }
    for (const char c : piece) {
      const std::int32_t byte = bytes_[static_cast<unsigned char>(c)];
      const std::int32_t fallback = byte >= 0 ? byte : unknown_;
      if (fallback >= 0) tokens.push_back(fallback);
      if (byte < 0) return;  // one unknown token stands for the whole piece
    }
  }

  char byte_of(const std::string& text) const {
    const std::int32_t token = vocabulary_.find(text);
    for (std::size_t byte = 0; byte < bytes_.size(); ++byte) {
      if (bytes_[byte] == token) return static_cast<char>(static_cast<unsigned char>(byte));
    }
    return '?';
  }

  static std::string unmark(std::string_view text) {
    std::string plain;
    while (!text.empty()) {
      const bool is_mark = text.starts_with(space_mark);
      plain += is_mark ? ' ' : text.front();
      text.remove_prefix(is_mark ? space_mark.size() : 1);
    }
    return plain;
  }

  Vocabulary vocabulary_;
  std::int32_t begin_;
  std::int32_t end_;
  std::int32_t unknown_;
  bool adds_begin_;
  bool adds_space_;
  std::array<std::int32_t, 256> bytes_{};
};

}  // namespace tokenizer_llama

void register_tokenizer_llama(TokenizerTable& table) {
  table.add("llama", [](Vocabulary vocabulary) {
    return std::make_unique<tokenizer_llama::LlamaTokenizer>(std::move(vocabulary));
  });
}

}  // namespace tern
