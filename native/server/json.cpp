#include "server/json.h"

#include <array>
#include <charconv>
#include <cmath>
#include <type_traits>

#include "server/utf8.h"

namespace tern::server {
namespace server_json {

void append_escaped(std::string& out, char c) {
  constexpr std::string_view plain = "\"\\";
  constexpr std::string_view controls = "\b\f\n\r\t";
  constexpr std::string_view letters = "bfnrt";
  if (plain.find(c) != std::string_view::npos) {
    (out += '\\') += c;
  } else if (const std::size_t at = controls.find(c); at != std::string_view::npos) {
    (out += '\\') += letters[at];
  } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
    constexpr std::string_view digits = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(c);
    out += "\\u00";
    (out += digits[byte >> 4]) += digits[byte & 15];
  } else {
    out += c;
  }
}

void append(std::string& out, const std::string& text) {
  out += '"';
  for (const char c : valid_utf8(text)) append_escaped(out, c);
  out += '"';
}

template <class Number>
void append_number(std::string& out, Number number) {
  std::array<char, 40> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr;
  out.append(buffer.data(), end);
}

void append(std::string& out, std::int64_t number) { append_number(out, number); }

void append(std::string& out, double number) {
  std::isfinite(number) ? append_number(out, number) : void(out += "null");
}

void append(std::string& out, bool value) { out += value ? "true" : "false"; }

void append(std::string& out, std::monostate) { out += "null"; }

}  // namespace server_json

double Json::number() const {
  if (const std::int64_t* whole = integer()) return static_cast<double>(*whole);
  return std::get<double>(value_);
}

const Json* Json::find(std::string_view key) const {
  const Object* members = object();
  if (members == nullptr) return nullptr;
  for (const auto& [name, value] : *members) {
    if (name == key) return value.is_null() ? nullptr : &value;
  }
  return nullptr;
}

std::string Json::dump() const {
  std::string out;
  append_to(out);
  return out;
}

void Json::append_to(std::string& out) const {
  if (const Array* elements = array()) {
    out += '[';
    for (const Json& element : *elements) {
      if (&element != elements->data()) out += ',';
      element.append_to(out);
    }
    out += ']';
  } else if (const Object* members = object()) {
    out += '{';
    for (const auto& member : *members) {
      if (&member != members->data()) out += ',';
      server_json::append(out, member.first);
      out += ':';
      member.second.append_to(out);
    }
    out += '}';
  } else {
    std::visit(
        [&](const auto& held) {
          using Held = std::decay_t<decltype(held)>;
          if constexpr (!std::is_same_v<Held, Array> && !std::is_same_v<Held, Object>)
            server_json::append(out, held);
        },
        value_);
  }
}

}  // namespace tern::server
