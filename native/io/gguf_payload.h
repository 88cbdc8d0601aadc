#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include "tern/gguf.h"

namespace tern {

/// Appends a number as it stands in a file: little-endian, as all machines are that run this.
template <class Number>
void put_number(std::string& to, Number number) {
  static_assert(std::is_arithmetic_v<Number>);
  to.append(reinterpret_cast<const char*>(&number), sizeof number);
}

void put_text(std::string& to, std::string_view text);

/// Appends a value without its type.
void put_value(std::string& to, const GgufValue& value);

/// What is wrong with a value, for which no file can be written; empty if it is right.
std::string fault_of(const GgufValue& value);

}  // namespace tern
