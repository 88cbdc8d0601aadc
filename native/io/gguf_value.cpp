#include "io/gguf_value.h"

#include <array>
#include <utility>

#include "core/text.h"

namespace tern {
namespace io_gguf_value {

constexpr std::array<std::string_view, 13> type_names{
    "UINT8", "INT8",   "UINT16", "INT16",  "UINT32", "INT32",  "FLOAT32",
    "BOOL",  "STRING", "ARRAY",  "UINT64", "INT64",  "FLOAT64"};

GgufType read_type(ByteReader& reader, std::string_view key) {
  const auto number = reader.read<std::uint32_t>(key);
  if (number >= type_names.size()) {
    reader.fail(concat("'", key, "': expected a value type from 0 to ", type_names.size() - 1,
                       ", got ", number));
  }
  return static_cast<GgufType>(number);
}

template <class Value>
Value read_scalar(ByteReader& reader, std::string_view key) {
  if constexpr (std::is_same_v<Value, std::string>) {
    return reader.read_string(key);
  } else if constexpr (std::is_same_v<Value, bool>) {
    return reader.read<std::uint8_t>(key) != 0;
  } else {
    return reader.read<Value>(key);
  }
}

template <class Value>
GgufArray read_elements(ByteReader& reader, std::string_view key, GgufType element) {
  constexpr std::size_t least =
      std::is_same_v<Value, std::string> ? sizeof(std::uint64_t) : sizeof(Value);
  const std::uint64_t count = reader.read_count(key, least);
  std::vector<Value> values;
  values.reserve(static_cast<std::size_t>(count));
  for (std::uint64_t i = 0; i < count; ++i) values.push_back(read_scalar<Value>(reader, key));
  return {element, std::move(values)};
}

GgufArray read_array(ByteReader& reader, std::string_view key, int depth);

GgufArray read_nested(ByteReader& reader, std::string_view key, int depth) {
  // A nested array takes at least its type and its length.
  const std::uint64_t count = reader.read_count(key, 12);
  std::vector<GgufValue> values;
  for (std::uint64_t i = 0; i < count; ++i) {
    values.emplace_back(std::make_shared<const GgufArray>(read_array(reader, key, depth + 1)));
  }
  return {GgufType::array, std::move(values)};
}

GgufArray read_array(ByteReader& reader, std::string_view key, int depth) {
  if (depth > max_gguf_depth)
    reader.fail(concat("'", key, "': arrays nested more than ", max_gguf_depth, " deep"));
  const GgufType element = read_type(reader, key);
  switch (element) {
    case GgufType::uint8: return read_elements<std::uint8_t>(reader, key, element);
    case GgufType::int8: return read_elements<std::int8_t>(reader, key, element);
    case GgufType::uint16: return read_elements<std::uint16_t>(reader, key, element);
    case GgufType::int16: return read_elements<std::int16_t>(reader, key, element);
    case GgufType::uint32: return read_elements<std::uint32_t>(reader, key, element);
    case GgufType::int32: return read_elements<std::int32_t>(reader, key, element);
    case GgufType::float32: return read_elements<float>(reader, key, element);
    case GgufType::boolean: return read_elements<bool>(reader, key, element);
    case GgufType::string: return read_elements<std::string>(reader, key, element);
    case GgufType::array: return read_nested(reader, key, depth);
    case GgufType::uint64: return read_elements<std::uint64_t>(reader, key, element);
    case GgufType::int64: return read_elements<std::int64_t>(reader, key, element);
    case GgufType::float64: return read_elements<double>(reader, key, element);
  }
  reader.fail("unreachable value type");
}

template <class Value>
std::string scalar_text(const Value& value) {
  if constexpr (std::is_same_v<Value, std::string>) {
    return value;
  } else if constexpr (std::is_same_v<Value, bool>) {
    return value ? "true" : "false";
  } else if constexpr (sizeof(Value) == 1) {
    return concat(static_cast<int>(value));  // not as a character
  } else {
    return concat(value);
  }
}

template <class Value>
std::string list_text(const std::vector<Value>& values) {
  constexpr std::size_t shown = 8;
  std::string text = "[";
  for (std::size_t i = 0; i < values.size() && i < shown; ++i) {
    if (i != 0) text += ", ";
    if constexpr (std::is_same_v<Value, GgufValue>) {
      text += to_string(values[i]);
    } else {
      text += scalar_text<Value>(values[i]);
    }
  }
  return text + (values.size() > shown ? concat(", … (", values.size(), ")]") : "]");
}

}  // namespace io_gguf_value

std::string_view name(GgufType type) {
  return io_gguf_value::type_names[static_cast<std::size_t>(type)];
}

GgufType type_of(const GgufValue& value) { return static_cast<GgufType>(value.index()); }

std::size_t GgufArray::size() const {
  return std::visit([](const auto& list) { return list.size(); }, values);
}

GgufValue read_gguf_value(ByteReader& reader, std::string_view key) {
  using namespace io_gguf_value;
  switch (read_type(reader, key)) {
    case GgufType::uint8: return read_scalar<std::uint8_t>(reader, key);
    case GgufType::int8: return read_scalar<std::int8_t>(reader, key);
    case GgufType::uint16: return read_scalar<std::uint16_t>(reader, key);
    case GgufType::int16: return read_scalar<std::int16_t>(reader, key);
    case GgufType::uint32: return read_scalar<std::uint32_t>(reader, key);
    case GgufType::int32: return read_scalar<std::int32_t>(reader, key);
    case GgufType::float32: return read_scalar<float>(reader, key);
    case GgufType::boolean: return read_scalar<bool>(reader, key);
    case GgufType::string: return read_scalar<std::string>(reader, key);
    case GgufType::array: return std::make_shared<const GgufArray>(read_array(reader, key, 1));
    case GgufType::uint64: return read_scalar<std::uint64_t>(reader, key);
    case GgufType::int64: return read_scalar<std::int64_t>(reader, key);
    case GgufType::float64: return read_scalar<double>(reader, key);
  }
  reader.fail("unreachable value type");
}

std::string to_string(const GgufValue& value) {
  return std::visit(
      [](const auto& held) -> std::string {
        using Held = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<Held, std::shared_ptr<const GgufArray>>) {
          return std::visit([](const auto& list) { return io_gguf_value::list_text(list); },
                            held->values);
        } else {
          return io_gguf_value::scalar_text(held);
        }
      },
      value);
}

}  // namespace tern
