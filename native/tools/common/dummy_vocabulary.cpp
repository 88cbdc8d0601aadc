#include "tools/common/dummy_vocabulary.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "io/unicode.h"
#include "models/base/architecture.h"

namespace tern::tools {
namespace tools_dummy_vocabulary {

/// GPT-2's alphabet: visible bytes stand for themselves, others for the characters from 256 on.
std::string letter(unsigned byte, char32_t& next) {
  const bool visible = (byte >= 33 && byte <= 126) || (byte >= 161 && byte != 173);
  std::string text;
  append_utf8(text, visible ? static_cast<char32_t>(byte) : next++);
  return text;
}

std::vector<std::string> letters() {
  std::vector<std::string> all;
  char32_t next = 256;
  for (unsigned byte = 0; byte < 256; ++byte) all.push_back(letter(byte, next));
  return all;
}

GgufValue texts(std::vector<std::string> values) {
  return std::make_shared<const GgufArray>(GgufArray{GgufType::string, std::move(values)});
}

GgufValue kinds(std::size_t tokens) {
  constexpr std::int32_t normal = 1;
  constexpr std::int32_t control = 3;
  std::vector<std::int32_t> values(tokens, normal);
  values.back() = control;
  return std::make_shared<const GgufArray>(GgufArray{GgufType::int32, std::move(values)});
}

}  // namespace tools_dummy_vocabulary

std::int64_t dummy_vocab_size(std::string_view architecture) {
  const std::int64_t own = model_table().sample(architecture).vocab;
  return own != 0 ? own : 272;
}

void add_dummy_vocabulary(GgufContent& content, std::int64_t size) {
  using namespace tools_dummy_vocabulary;
  std::vector<std::string> tokens = letters();
  std::vector<std::string> merges;
  for (const char* pair : {"t h", "h e", "i n", "e r", "a n", "r e", "o n", "a t", "e n", "n d",
                           "o r", "e s", "i s", "th e", "an d"}) {
    merges.emplace_back(pair);
    std::string joined = merges.back();
    joined.erase(joined.find(' '), 1);
    tokens.push_back(joined);
  }
  // llama.cpp wants one for some encoders, and finds it by its text.
  if (static_cast<std::int64_t>(tokens.size()) + 1 < size) tokens.emplace_back("<mask>");
  while (static_cast<std::int64_t>(tokens.size()) + 1 < size)
    tokens.push_back("<|unused " + std::to_string(tokens.size()) + "|>");
  tokens.emplace_back("<|end|>");
  const auto end = static_cast<std::uint32_t>(tokens.size() - 1);
  auto& keys = content.metadata;
  keys["tokenizer.ggml.model"] = std::string("gpt2");
  keys["tokenizer.ggml.pre"] = std::string("gpt-2");
  keys["tokenizer.ggml.token_type"] = kinds(tokens.size());
  keys["tokenizer.ggml.tokens"] = texts(std::move(tokens));
  keys["tokenizer.ggml.merges"] = texts(std::move(merges));
  // Rows of token_types.weight: dummies have one for each token.
  keys["tokenizer.ggml.token_type_count"] = static_cast<std::uint32_t>(size);
  keys["tokenizer.ggml.bos_token_id"] = end;
  keys["tokenizer.ggml.eos_token_id"] = end;
}

}  // namespace tern::tools
