#include "server/fields.h"

#include "core/text.h"
#include "server/http.h"

namespace tern::server {

Fields::Fields(const Json& object) : object_(object) {
  if (object.object() == nullptr) throw HttpError(400, "expected a JSON object");
}

void Fields::fail(std::string_view name, std::string_view expected) {
  throw HttpError(400, concat("'", name, "': expected ", expected));
}

double Fields::number(std::string_view name, double fallback, double least, double most) const {
  const Json* value = find(name);
  if (value == nullptr) return fallback;
  if (!value->is_number() || value->number() < least || value->number() > most)
    fail(name, concat("a number from ", least, " to ", most));
  return value->number();
}

std::int64_t Fields::integer(std::string_view name, std::int64_t fallback, std::int64_t least,
                             std::int64_t most) const {
  const Json* value = find(name);
  if (value == nullptr) return fallback;
  const std::int64_t* whole = value->integer();
  if (whole == nullptr || *whole < least || *whole > most)
    fail(name, concat("a whole number from ", least, " to ", most));
  return *whole;
}

bool Fields::flag(std::string_view name, bool fallback) const {
  const Json* value = find(name);
  if (value == nullptr) return fallback;
  if (value->boolean() == nullptr) fail(name, "true or false");
  return *value->boolean();
}

std::string Fields::text(std::string_view name, std::string fallback) const {
  const Json* value = find(name);
  if (value == nullptr) return fallback;
  if (value->text() == nullptr) fail(name, "a text");
  return *value->text();
}

std::vector<std::string> Fields::texts(std::string_view name, std::size_t most) const {
  const std::string expected = concat("a text or at most ", most, " of them, none of them empty");
  const Json* value = find(name);
  if (value == nullptr) return {};
  const Json::Array alone{*value};
  const Json::Array& all = value->array() != nullptr ? *value->array() : alone;
  std::vector<std::string> texts;
  for (const Json& element : all) {
    if (element.text() == nullptr || element.text()->empty()) fail(name, expected);
    texts.push_back(*element.text());
  }
  if (texts.size() > most) fail(name, expected);
  return texts;
}

std::vector<std::int32_t> Fields::tokens(std::string_view name) const {
  const Json* value = find(name);
  const Json::Array* array = value != nullptr ? value->array() : nullptr;
  if (array == nullptr) fail(name, "a list of tokens");
  std::vector<std::int32_t> tokens;
  for (const Json& element : *array) {
    const std::int64_t* token = element.integer();
    if (token == nullptr || *token < 0 || *token > std::numeric_limits<std::int32_t>::max())
      fail(name, "a list of tokens");
    tokens.push_back(static_cast<std::int32_t>(*token));
  }
  return tokens;
}

void Fields::refuse(std::string_view name, const Json& usual) const {
  const Json* value = find(name);
  if (value != nullptr && value->dump() != usual.dump())
    fail(name, concat(usual.dump(), ", the only value that is supported"));
}

}  // namespace tern::server
