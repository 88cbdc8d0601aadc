#include "tern/type.h"

#include "core/text.h"
#include "core/type_table.h"
#include "tern/error.h"

namespace tern {
namespace core_type {

TypeTable make_table() {
  TypeTable table;
  register_types(table);
  return table;
}

void check_sizes(const TypeTraits& type, std::size_t elements, std::size_t bytes) {
  const auto block = static_cast<std::size_t>(type.block_size);
  if (type.to_float == nullptr)
    throw RequestError(concat("[type] ", type.name, " does not hold floats"));
  if (elements % block != 0) {
    throw RequestError(concat("[type] ", type.name, " expected a multiple of ", block,
                              " elements, got ", elements));
  }
  const std::size_t expected = elements / block * type.block_bytes;
  if (bytes != expected) {
    throw RequestError(concat("[type] ", type.name, " expected ", expected, " bytes for ", elements,
                              " elements, got ", bytes));
  }
}

}  // namespace core_type

const TypeTable& type_table() {
  static const TypeTable table = core_type::make_table();
  return table;
}

const TypeTraits& traits(Type type) { return type_table()[type]; }

std::string_view name(Type type) { return traits(type).name; }

std::optional<Type> type_from_name(std::string_view name) {
  for (const TypeTraits& row : type_table()) {
    if (row.name == name) return row.type;
  }
  return std::nullopt;
}

std::optional<Type> type_from_gguf(std::uint32_t gguf_id) {
  for (const TypeTraits& row : type_table()) {
    if (row.gguf_id == gguf_id) return row.type;
  }
  return std::nullopt;
}

std::size_t row_bytes(Type type, std::int64_t n) {
  const TypeTraits& row = traits(type);
  return static_cast<std::size_t>(n / row.block_size) * row.block_bytes;
}

void dequantize(Type type, std::span<const std::byte> source, std::span<float> target) {
  const TypeTraits& row = traits(type);
  core_type::check_sizes(row, target.size(), source.size());
  if (target.empty()) return;  // its pointer may be null
  row.to_float(source.data(), target.data(), static_cast<std::int64_t>(target.size()));
}

void quantize(Type type, std::span<const float> source, std::span<std::byte> target) {
  const TypeTraits& row = traits(type);
  core_type::check_sizes(row, source.size(), target.size());
  if (row.from_float == nullptr)
    throw RequestError(concat("[type] ", row.name, " cannot be written, only read"));
  if (source.empty()) return;
  row.from_float(source.data(), target.data(), static_cast<std::int64_t>(source.size()));
}

}  // namespace tern
