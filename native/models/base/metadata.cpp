#include "models/base/metadata.h"

#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

#include "core/text.h"
#include "io/gguf_value.h"
#include "models/base/draft.h"
#include "tern/error.h"

namespace tern {
namespace models_metadata {

constexpr std::int64_t largest = std::numeric_limits<std::int32_t>::max();

std::string found_text(const GgufValue& value) {
  return concat(name(type_of(value)), " ", to_string(value));
}

}  // namespace models_metadata

void Metadata::fail(std::string_view key, std::string_view expected, std::string_view found) const {
  throw ModelError(concat("[metadata] ", file_.label(), ": '", prefix_, ".", key, "': expected ",
                          expected, ", got ", found));
}

const GgufValue* Metadata::find(std::string_view key) const {
  const std::string name = concat(prefix_, ".", key);
  const GgufValue* value = file_.find(name);
  return value == nullptr && draft_ != nullptr ? draft_->key(name) : value;
}

const GgufValue& Metadata::require(std::string_view key, std::string_view expected) const {
  const GgufValue* value = find(key);
  if (value == nullptr) fail(key, expected, "no such key");
  return *value;
}

std::int64_t Metadata::to_integer(std::string_view key, const GgufValue& value) const {
  return std::visit(
      [&](const auto& held) -> std::int64_t {
        using Held = std::decay_t<decltype(held)>;
        if constexpr (std::is_integral_v<Held> && !std::is_same_v<Held, bool>) {
          if (std::cmp_greater(held, std::numeric_limits<std::int64_t>::max())) {
            fail(key, "a smaller number", models_metadata::found_text(value));
          }
          return static_cast<std::int64_t>(held);
        } else {
          fail(key, "a whole number", models_metadata::found_text(value));
        }
      },
      value);
}

std::int64_t Metadata::positive(std::string_view key) const {
  const GgufValue& value = require(key, "a whole number");
  const std::int64_t number = to_integer(key, value);
  if (number < 1 || number > models_metadata::largest) {
    fail(key, concat("1 to ", models_metadata::largest), models_metadata::found_text(value));
  }
  return number;
}

std::int64_t Metadata::positive_or(std::string_view key, std::int64_t fallback) const {
  return find(key) != nullptr ? positive(key) : fallback;
}

std::int64_t Metadata::integer_or(std::string_view key, std::int64_t fallback) const {
  const GgufValue* value = find(key);
  return value != nullptr ? to_integer(key, *value) : fallback;
}

bool Metadata::is_array(std::string_view key) const {
  const GgufValue* value = find(key);
  return value != nullptr && type_of(*value) == GgufType::array;
}

std::size_t Metadata::size_of_array(std::string_view key) const {
  const GgufValue* value = find(key);
  if (value == nullptr || type_of(*value) != GgufType::array) return 0;
  const auto& array = std::get<std::shared_ptr<const GgufArray>>(*value);
  return std::visit([](const auto& held) { return held.size(); }, array->values);
}

template <class Value>
std::vector<Value> Metadata::values_of(std::string_view key, const GgufValue& value,
                                       std::int64_t count) const {
  const auto wanted = static_cast<std::size_t>(count);
  std::vector<Value> values;
  const auto* array = std::get_if<std::shared_ptr<const GgufArray>>(&value);
  std::visit(
      [&](const auto& held) {
        using Element = typename std::decay_t<decltype(held)>::value_type;
        if constexpr (std::is_arithmetic_v<Element>) {
          for (const Element element : held) values.push_back(static_cast<Value>(element));
        }
      },
      (*array)->values);
  if (values.size() < wanted) {
    fail(key, concat("at least ", count, " numbers"), models_metadata::found_text(value));
  }
  values.resize(wanted);
  return values;
}

std::vector<std::int64_t> Metadata::integers(std::string_view key, std::int64_t count) const {
  const GgufValue& value = require(key, "a whole number");
  if (type_of(value) == GgufType::array) return values_of<std::int64_t>(key, value, count);
  const auto* flag = std::get_if<bool>(&value);
  const std::int64_t single = flag != nullptr ? (*flag ? 1 : 0) : to_integer(key, value);
  return std::vector<std::int64_t>(static_cast<std::size_t>(count), single);
}

std::vector<std::int64_t> Metadata::integers_or(std::string_view key, std::int64_t count,
                                                std::int64_t fallback) const {
  if (has(key)) return integers(key, count);
  return std::vector<std::int64_t>(static_cast<std::size_t>(count), fallback);
}

std::vector<float> Metadata::numbers_or(std::string_view key, std::int64_t count,
                                        float fallback) const {
  const GgufValue* value = find(key);
  if (value != nullptr && type_of(*value) == GgufType::array)
    return values_of<float>(key, *value, count);
  const float single = value != nullptr ? to_number(key, *value) : fallback;
  return std::vector<float>(static_cast<std::size_t>(count), single);
}

float Metadata::to_number(std::string_view key, const GgufValue& value) const {
  float number = 0.0f;
  if (const auto* single = std::get_if<float>(&value)) {
    number = *single;
  } else if (const auto* wide = std::get_if<double>(&value)) {
    number = static_cast<float>(*wide);
  } else {
    fail(key, "a FLOAT32", models_metadata::found_text(value));
  }
  if (!std::isfinite(number)) fail(key, "a finite number", models_metadata::found_text(value));
  return number;
}

float Metadata::number(std::string_view key) const {
  return to_number(key, require(key, "a FLOAT32"));
}

float Metadata::number_or(std::string_view key, float fallback) const {
  const GgufValue* value = find(key);
  return value != nullptr ? to_number(key, *value) : fallback;
}

bool Metadata::flag_or(std::string_view key, bool fallback) const {
  const GgufValue* value = find(key);
  if (value == nullptr) return fallback;
  if (const auto* flag = std::get_if<bool>(value)) return *flag;
  fail(key, "a BOOL", models_metadata::found_text(*value));
}

std::string Metadata::text_or(std::string_view key, std::string fallback) const {
  const GgufValue* value = find(key);
  if (value == nullptr) return fallback;
  if (const auto* text = std::get_if<std::string>(value)) return *text;
  fail(key, "a STRING", models_metadata::found_text(*value));
}

}  // namespace tern
