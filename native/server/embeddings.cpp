#include "server/embeddings.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <string>

#include "core/text.h"
#include "server/fields.h"
#include "server/http.h"

namespace tern::server {
namespace server_embeddings {

constexpr std::size_t most_texts = 2048;
constexpr const char* expected =
    "a text, a list of tokens, or a list of at most 2048 of either, none of them empty";

/// Any of the two ways to give a text.
std::vector<std::int32_t> read_text(const Json& value, const Tokenizer& tokenizer) {
  if (value.text() != nullptr) return tokenizer.encode(*value.text());
  const Json holder = Json::Object{{"input", value}};
  return Fields(holder).tokens("input");
}

EmbeddingJob::Texts read_texts(const Fields& fields, const Tokenizer& tokenizer) {
  const Json* input = fields.find("input");
  if (input == nullptr) Fields::fail("input", expected);
  const Json::Array* list = input->array();
  const bool is_one = list == nullptr || (!list->empty() && list->front().is_number());
  const Json::Array alone{*input};
  EmbeddingJob::Texts texts;
  for (const Json& value : is_one ? alone : *list) texts.push_back(read_text(value, tokenizer));
  if (texts.empty() || texts.size() > most_texts) Fields::fail("input", expected);
  for (const auto& text : texts) {
    if (text.empty()) Fields::fail("input", expected);
  }
  return texts;
}

Pooling read_pooling(const Fields& fields, Pooling fallback) {
  if (fields.find("pooling") == nullptr) return fallback;
  const std::string name = fields.text("pooling", "");
  if (name == "mean") return Pooling::mean;
  if (name == "first" || name == "cls") return Pooling::first;
  if (name == "last") return Pooling::last;
  Fields::fail("pooling", "mean, first (or cls) or last");
}

bool read_format(const Fields& fields) {
  const std::string format = fields.text("encoding_format", "float");
  if (format != "float" && format != "base64") Fields::fail("encoding_format", "float or base64");
  return format == "base64";
}

std::vector<float> of_length_one(const std::vector<float>& row) {
  double sum = 0.0;
  for (const float value : row) sum += double{value} * double{value};
  const double length = sum > 0.0 ? std::sqrt(sum) : 1.0;
  std::vector<float> unit;
  unit.reserve(row.size());
  for (const float value : row) unit.push_back(static_cast<float>(double{value} / length));
  return unit;
}

/// Lowest byte first, as clients read them.
std::string bytes_of(const std::vector<float>& row) {
  std::string bytes;
  bytes.reserve(row.size() * sizeof(float));
  for (const float value : row) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    for (unsigned shift = 0; shift < 32; shift += 8)
      bytes.push_back(static_cast<char>((bits >> shift) & 0xffu));
  }
  return bytes;
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t bits = 0;
    for (std::size_t j = 0; j < 3; ++j)
      bits = bits << 8 | (j < count ? static_cast<unsigned char>(bytes[i + j]) : 0u);
    for (std::size_t j = 0; j < 4; ++j)
      text.push_back(j <= count ? digits[(bits >> (18 - 6 * j)) & 63u] : '=');
  }
  return text;
}

Json vector_of(const std::vector<float>& row, bool as_base64) {
  const std::vector<float> unit = of_length_one(row);
  if (as_base64) return base64(bytes_of(unit));
  Json::Array values;
  for (const float value : unit) values.emplace_back(double{value});
  return values;
}

}  // namespace server_embeddings

EmbeddingRequest read_embeddings(const Json& body, const Tokenizer& tokenizer, Pooling fallback) {
  using namespace server_embeddings;
  const Fields fields(body);
  fields.refuse("dimensions", nullptr);
  return {read_texts(fields, tokenizer), read_pooling(fields, fallback), read_format(fields)};
}

Json embeddings_answer(const EmbeddingRequest& request, const EmbeddingJob::Rows& rows,
                       std::string_view model) {
  Json::Array data;
  for (const auto& row : rows) {
    data.emplace_back(
        Json::Object{{"object", "embedding"},
                     {"index", static_cast<std::int64_t>(data.size())},
                     {"embedding", server_embeddings::vector_of(row, request.as_base64)}});
  }
  std::int64_t tokens = 0;
  for (const auto& text : request.texts) tokens += static_cast<std::int64_t>(text.size());
  return Json::Object{{"object", "list"},
                      {"data", std::move(data)},
                      {"model", model},
                      {"usage", Json::Object{{"prompt_tokens", tokens}, {"total_tokens", tokens}}}};
}

}  // namespace tern::server
