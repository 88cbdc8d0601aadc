#include "io/gguf_payload.h"

#include <memory>
#include <variant>

#include "core/text.h"
#include "io/gguf_value.h"

namespace tern {
namespace io_gguf_payload {

using Nested = std::shared_ptr<const GgufArray>;

/// Overloads, so that one visit writes any value.
struct Payload {
  std::string& to;

  template <class Number>
  void operator()(Number number) const {
    put_number(to, number);
  }
  void operator()(bool value) const { put_number(to, static_cast<std::uint8_t>(value)); }
  void operator()(const std::string& text) const { put_text(to, text); }
  void operator()(const GgufValue& value) const { std::visit(*this, value); }
  void operator()(const Nested& array) const {
    put_number(to, static_cast<std::uint32_t>(array->element));
    put_number(to, static_cast<std::uint64_t>(array->size()));
    std::visit([this](const auto& values) { each(values); }, array->values);
  }

  template <class Element>
  void each(const std::vector<Element>& values) const {
    for (const auto& value : values) (*this)(static_cast<const Element&>(value));
  }
};

std::string fault_of_array(const Nested& array, int depth) {
  if (array == nullptr) return "expected an array, got none";
  if (depth > max_gguf_depth) return concat("arrays nested more than ", max_gguf_depth, " deep");
  const auto held = static_cast<GgufType>(array->values.index());
  if (held != array->element)
    return concat("expected elements of type ", name(array->element), ", got ", name(held));
  if (held != GgufType::array) return {};
  for (const GgufValue& value : std::get<std::vector<GgufValue>>(array->values)) {
    const auto* nested = std::get_if<Nested>(&value);
    if (nested == nullptr) return concat("expected arrays in it, got ", name(type_of(value)));
    if (std::string fault = fault_of_array(*nested, depth + 1); !fault.empty()) return fault;
  }
  return {};
}

}  // namespace io_gguf_payload

void put_text(std::string& to, std::string_view text) {
  put_number(to, static_cast<std::uint64_t>(text.size()));
  to += text;
}

void put_value(std::string& to, const GgufValue& value) {
  std::visit(io_gguf_payload::Payload{to}, value);
}

std::string fault_of(const GgufValue& value) {
  const auto* array = std::get_if<io_gguf_payload::Nested>(&value);
  return array == nullptr ? std::string() : io_gguf_payload::fault_of_array(*array, 1);
}

}  // namespace tern
