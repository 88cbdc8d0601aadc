#include "tools/generate/llama_shape.h"

#include <cstdio>

#include "core/text.h"

namespace tern::tools {
namespace tool_llama_shape {

constexpr std::int64_t special_tokens = 3;
constexpr std::int64_t byte_tokens = 256;

/// What the tokenizer llama calls kinds of tokens.
enum class Kind : std::int32_t { normal = 1, unknown = 2, control = 3, byte = 6 };

struct Token {
  std::string text;
  Kind kind;
};

Token token(std::int64_t id) {
  if (id == 0) return {"<unk>", Kind::unknown};
  if (id == 1) return {"<s>", Kind::control};
  if (id == 2) return {"</s>", Kind::control};
  const std::int64_t byte = id - special_tokens;
  if (byte >= byte_tokens) return {concat("\xe2\x96\x81t", id), Kind::normal};
  char name[8];
  std::snprintf(name, sizeof name, "<0x%02X>", static_cast<unsigned>(byte));
  return {name, Kind::byte};
}

template <class Element>
GgufValue array(GgufType element, std::vector<Element> values) {
  auto made = std::make_shared<GgufArray>();
  made->element = element;
  made->values = std::move(values);
  return std::shared_ptr<const GgufArray>(std::move(made));
}

void write_vocabulary(GgufOutput& out, std::int64_t size) {
  std::vector<std::string> texts;
  std::vector<float> scores;
  std::vector<std::int32_t> kinds;
  for (std::int64_t id = 0; id < size; ++id) {
    const Token made = token(id);
    texts.push_back(made.text);
    scores.push_back(-static_cast<float>(id));
    kinds.push_back(static_cast<std::int32_t>(made.kind));
  }
  out.key("tokenizer.ggml.model", std::string("llama"));
  out.key("tokenizer.ggml.tokens", array(GgufType::string, std::move(texts)));
  out.key("tokenizer.ggml.scores", array(GgufType::float32, std::move(scores)));
  out.key("tokenizer.ggml.token_type", array(GgufType::int32, std::move(kinds)));
  out.key("tokenizer.ggml.bos_token_id", std::uint32_t{1});
  out.key("tokenizer.ggml.eos_token_id", std::uint32_t{2});
  out.key("tokenizer.ggml.unknown_token_id", std::uint32_t{0});
}

void number(GgufOutput& out, std::string_view key, std::int64_t value) {
  out.key(concat("llama.", key), static_cast<std::uint32_t>(value));
}

void add_layer(std::vector<NamedTensor>& to, const LlamaShape& s, Type type, std::int64_t layer) {
  const std::string prefix = concat("blk.", layer, ".");
  const std::int64_t kv = s.embedding / s.heads * s.heads_kv;
  to.push_back({prefix + "attn_norm.weight", Type::f32, {s.embedding}});
  to.push_back({prefix + "attn_q.weight", type, {s.embedding, s.embedding}});
  to.push_back({prefix + "attn_k.weight", type, {s.embedding, kv}});
  to.push_back({prefix + "attn_v.weight", type, {s.embedding, kv}});
  to.push_back({prefix + "attn_output.weight", type, {s.embedding, s.embedding}});
  to.push_back({prefix + "ffn_norm.weight", Type::f32, {s.embedding}});
  to.push_back({prefix + "ffn_gate.weight", type, {s.embedding, s.ffn}});
  to.push_back({prefix + "ffn_up.weight", type, {s.embedding, s.ffn}});
  to.push_back({prefix + "ffn_down.weight", type, {s.ffn, s.embedding}});
}

}  // namespace tool_llama_shape

void check(const LlamaShape& s) {
  for (const std::int64_t size : {s.layers, s.embedding, s.ffn, s.heads, s.heads_kv, s.vocab}) {
    if (size < 1 || size > (std::int64_t{1} << 24))
      throw UsageError(concat("expected sizes from 1 to 2^24, got ", size));
  }
  constexpr std::int64_t least = tool_llama_shape::special_tokens + tool_llama_shape::byte_tokens;
  if (s.vocab < least)
    throw UsageError(concat("--vocab: expected at least ", least, ", got ", s.vocab));
  if (s.embedding % (2 * s.heads) != 0 || s.heads % s.heads_kv != 0) {
    throw UsageError(concat("expected an embedding of whole, even heads in whole groups, got ",
                            s.embedding, ", ", s.heads, " and ", s.heads_kv));
  }
}

void write_keys(GgufOutput& out, const LlamaShape& s) {
  using namespace tool_llama_shape;
  out.key("general.architecture", std::string("llama"));
  out.key("general.name", std::string("random weights"));
  number(out, "vocab_size", s.vocab);
  number(out, "context_length", s.context);
  number(out, "embedding_length", s.embedding);
  number(out, "block_count", s.layers);
  number(out, "feed_forward_length", s.ffn);
  number(out, "rope.dimension_count", s.embedding / s.heads);
  number(out, "attention.head_count", s.heads);
  number(out, "attention.head_count_kv", s.heads_kv);
  out.key("llama.attention.layer_norm_rms_epsilon", 1e-5f);
  write_vocabulary(out, s.vocab);
}

std::vector<NamedTensor> tensors_of(const LlamaShape& s, Type type) {
  std::vector<NamedTensor> tensors{{"token_embd.weight", type, {s.embedding, s.vocab}}};
  for (std::int64_t layer = 0; layer < s.layers; ++layer)
    tool_llama_shape::add_layer(tensors, s, type, layer);
  tensors.push_back({"output_norm.weight", Type::f32, {s.embedding}});
  tensors.push_back({"output.weight", type, {s.embedding, s.vocab}});
  return tensors;
}

}  // namespace tern::tools
