#include "models/base/metadata.h"

#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

#include "core/text.h"
#include "io/gguf_value.h"
#include "models/base/draft.h"
#include "tern/error.h"
#include "tern/gguf.h"

namespace tern {

/// What a key holds, or nothing; each reading throws ModelError where it holds something else.
struct Metadata::Value {
  const Metadata& of;
  std::string_view key;
  const GgufValue* held;

  explicit operator bool() const { return held != nullptr; }
  bool is_array() const { return held != nullptr && type_of(*held) == GgufType::array; }

  [[noreturn]] void fail(std::string_view expected) const {
    of.fail(key, expected, concat(name(type_of(*held)), " ", to_string(*held)));
  }
  template <class Held>
  const Held& get(std::string_view expected) const {
    if (const auto* value = std::get_if<Held>(held)) return *value;
    fail(expected);
  }
  std::int64_t integer() const;
  float number() const;
  template <class Number>
  std::vector<Number> array(std::int64_t count) const;
};

std::int64_t Metadata::Value::integer() const {
  return std::visit(
      [&](const auto& value) -> std::int64_t {
        using Held = std::decay_t<decltype(value)>;
        if constexpr (std::is_integral_v<Held> && !std::is_same_v<Held, bool>) {
          if (!std::in_range<std::int64_t>(value)) fail("a smaller number");
          return static_cast<std::int64_t>(value);
        } else {
          fail("a whole number");
        }
      },
      *held);
}

float Metadata::Value::number() const {
  const auto* wide = std::get_if<double>(held);
  const float value = wide != nullptr ? static_cast<float>(*wide) : get<float>("a FLOAT32");
  if (!std::isfinite(value)) fail("a finite number");
  return value;
}

/// The first `count` of an array, whatever type of number it has in the file.
template <class Number>
std::vector<Number> Metadata::Value::array(std::int64_t count) const {
  std::vector<Number> values;
  std::visit(
      [&](const auto& stored) {
        using Element = typename std::decay_t<decltype(stored)>::value_type;
        if constexpr (std::is_arithmetic_v<Element>) {
          for (const Element element : stored) values.push_back(static_cast<Number>(element));
        }
      },
      std::get<std::shared_ptr<const GgufArray>>(*held)->values);
  if (std::cmp_less(values.size(), count)) fail(concat("at least ", count, " numbers"));
  values.resize(static_cast<std::size_t>(count));
  return values;
}

void Metadata::fail(std::string_view key, std::string_view expected, std::string_view found) const {
  throw ModelError(concat("[metadata] ", file_.label(), ": '", prefix_, ".", key, "': expected ",
                          expected, ", got ", found));
}

Metadata::Value Metadata::find(std::string_view key) const {
  const std::string name = concat(prefix_, ".", key);
  const GgufValue* value = file_.find(name);
  return {*this, key, value == nullptr && draft_ != nullptr ? draft_->key(name) : value};
}

Metadata::Value Metadata::require(std::string_view key, std::string_view expected) const {
  const Value value = find(key);
  if (!value) fail(key, expected, "no such key");
  return value;
}

bool Metadata::has(std::string_view key) const { return static_cast<bool>(find(key)); }

bool Metadata::is_array(std::string_view key) const { return find(key).is_array(); }

std::size_t Metadata::size_of_array(std::string_view key) const {
  const Value value = find(key);
  if (!value.is_array()) return 0;
  const auto& array = std::get<std::shared_ptr<const GgufArray>>(*value.held);
  return array->size();
}

std::int64_t Metadata::positive(std::string_view key) const {
  constexpr std::int64_t largest = std::numeric_limits<std::int32_t>::max();
  const Value value = require(key, "a whole number");
  const std::int64_t number = value.integer();
  if (number < 1 || number > largest) value.fail(concat("1 to ", largest));
  return number;
}

std::int64_t Metadata::positive_or(std::string_view key, std::int64_t fallback) const {
  return has(key) ? positive(key) : fallback;
}

std::int64_t Metadata::integer_or(std::string_view key, std::int64_t fallback) const {
  const Value value = find(key);
  return value ? value.integer() : fallback;
}

std::vector<std::int64_t> Metadata::integers(std::string_view key, std::int64_t count) const {
  const Value value = require(key, "a whole number");
  if (value.is_array()) return value.array<std::int64_t>(count);
  const auto* flag = std::get_if<bool>(value.held);
  const std::int64_t single = flag != nullptr ? (*flag ? 1 : 0) : value.integer();
  return std::vector<std::int64_t>(static_cast<std::size_t>(count), single);
}

std::vector<std::int64_t> Metadata::integers_or(std::string_view key, std::int64_t count,
                                                std::int64_t fallback) const {
  if (has(key)) return integers(key, count);
  return std::vector<std::int64_t>(static_cast<std::size_t>(count), fallback);
}

std::vector<float> Metadata::numbers_or(std::string_view key, std::int64_t count,
                                        float fallback) const {
  const Value value = find(key);
  if (value.is_array()) return value.array<float>(count);
  return std::vector<float>(static_cast<std::size_t>(count), value ? value.number() : fallback);
}

float Metadata::number(std::string_view key) const { return require(key, "a FLOAT32").number(); }

float Metadata::number_or(std::string_view key, float fallback) const {
  const Value value = find(key);
  return value ? value.number() : fallback;
}

bool Metadata::flag_or(std::string_view key, bool fallback) const {
  const Value value = find(key);
  return value ? value.get<bool>("a BOOL") : fallback;
}

std::string Metadata::text_or(std::string_view key, std::string fallback) const {
  const Value value = find(key);
  return value ? value.get<std::string>("a STRING") : fallback;
}

}  // namespace tern
