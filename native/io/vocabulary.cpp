#include "io/vocabulary.h"

#include "core/text.h"
#include "io/gguf_value.h"
#include "tern/error.h"

namespace tern {
namespace io_vocabulary {

constexpr std::string_view prefix = "tokenizer.ggml.";

std::string found_text(const GgufValue* value) {
  return value == nullptr ? std::string("no such key")
                          : concat(name(type_of(*value)), " ", to_string(*value));
}

}  // namespace io_vocabulary

void Vocabulary::fail(std::string_view key, std::string_view expected,
                      std::string_view found) const {
  throw ModelError(concat("[tokenizer] ", file_->label(), ": '", io_vocabulary::prefix, key,
                          "': expected ", expected, ", got ", found));
}

const GgufValue* Vocabulary::value(std::string_view key) const {
  return file_->find(concat(io_vocabulary::prefix, key));
}

/// Empty if the key is missing or the list has no element type.
template <class Element>
std::vector<Element> Vocabulary::list(std::string_view key) const {
  const GgufValue* found = value(key);
  if (found == nullptr) return {};
  const auto* array = std::get_if<std::shared_ptr<const GgufArray>>(found);
  const auto* elements =
      array != nullptr ? std::get_if<std::vector<Element>>(&(*array)->values) : nullptr;
  if (elements == nullptr) fail(key, "an array of another type", io_vocabulary::found_text(found));
  return *elements;
}

Vocabulary::Vocabulary(const Gguf& file) : file_(&file), texts_(list<std::string>("tokens")) {
  if (texts_.empty())
    fail("tokens", "an array of STRING", io_vocabulary::found_text(value("tokens")));
  scores_ = list<float>("scores");
  merges_ = list<std::string>("merges");
  for (const std::int32_t kind : list<std::int32_t>("token_type"))
    kinds_.push_back(static_cast<TokenKind>(kind));
  check_sizes();
  ids_.reserve(texts_.size());
  for (std::int32_t token = 0; token < size(); ++token) ids_.emplace(text(token), token);
}

void Vocabulary::check_sizes() {
  if (scores_.empty()) scores_.assign(texts_.size(), 0.0f);
  if (kinds_.empty()) kinds_.assign(texts_.size(), TokenKind::normal);
  if (scores_.size() != texts_.size())
    fail("scores", concat(texts_.size(), " numbers"), concat(scores_.size()));
  if (kinds_.size() != texts_.size())
    fail("token_type", concat(texts_.size(), " numbers"), concat(kinds_.size()));
}

std::int32_t Vocabulary::find(std::string_view text) const {
  const auto it = ids_.find(text);
  return it == ids_.end() ? -1 : it->second;
}

std::optional<std::int32_t> Vocabulary::token_id(std::string_view key) const {
  const GgufValue* found = value(key);
  if (found == nullptr) return std::nullopt;
  const auto* id = std::get_if<std::uint32_t>(found);
  if (id == nullptr || *id >= texts_.size()) {
    fail(key, concat("UINT32 0 to ", texts_.size() - 1), io_vocabulary::found_text(found));
  }
  return static_cast<std::int32_t>(*id);
}

bool Vocabulary::flag(std::string_view key, bool fallback) const {
  const GgufValue* found = value(key);
  if (found == nullptr) return fallback;
  if (const auto* flag = std::get_if<bool>(found)) return *flag;
  fail(key, "a BOOL", io_vocabulary::found_text(found));
}

std::string Vocabulary::text_value(std::string_view key, std::string fallback) const {
  const GgufValue* found = value(key);
  if (found == nullptr) return fallback;
  if (const auto* text = std::get_if<std::string>(found)) return *text;
  fail(key, "a STRING", io_vocabulary::found_text(found));
}

}  // namespace tern
