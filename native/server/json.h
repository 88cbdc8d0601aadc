#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace tern::server {

/// A JSON value. Members of objects keep their order.
class Json {
 public:
  using Array = std::vector<Json>;
  using Object = std::vector<std::pair<std::string, Json>>;

  Json() = default;
  Json(std::nullptr_t) {}
  Json(bool value) : value_(value) {}
  Json(double value) : value_(value) {}
  Json(std::int64_t value) : value_(value) {}
  Json(int value) : value_(std::int64_t{value}) {}
  Json(std::string value) : value_(std::move(value)) {}
  Json(std::string_view value) : value_(std::string(value)) {}
  Json(const char* value) : value_(std::string(value)) {}
  Json(Array value) : value_(std::move(value)) {}
  Json(Object value) : value_(std::move(value)) {}

  bool is_null() const { return std::holds_alternative<std::monostate>(value_); }
  const bool* boolean() const { return std::get_if<bool>(&value_); }
  const std::string* text() const { return std::get_if<std::string>(&value_); }
  const Array* array() const { return std::get_if<Array>(&value_); }
  const Object* object() const { return std::get_if<Object>(&value_); }
  /// Null unless the number was written as a whole one and fits.
  const std::int64_t* integer() const { return std::get_if<std::int64_t>(&value_); }
  bool is_number() const { return integer() != nullptr || std::holds_alternative<double>(value_); }
  double number() const;

  /// The member of an object; null if there is none, or it is null, or this is no object.
  const Json* find(std::string_view key) const;

  /// On one line, as ASCII and UTF-8. Bytes that are no UTF-8 become U+FFFD, numbers that are not
  /// finite become null.
  std::string dump() const;

 private:
  void append_to(std::string& out) const;

  std::variant<std::monostate, bool, std::int64_t, double, std::string, Array, Object> value_;
};

/// A text is no JSON; says where and what was expected.
class JsonError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

inline constexpr int json_depth_limit = 64;

/// Reads a whole text. Throws JsonError: it follows RFC 8259 strictly, wants UTF-8, refuses deeper
/// nesting than json_depth_limit and a key that an object has twice.
Json parse_json(std::string_view text);

}  // namespace tern::server
