#include "io/gguf_split.h"

#include <string>
#include <type_traits>
#include <variant>

#include "core/text.h"
#include "tern/error.h"

namespace tern {
namespace io_gguf_split {

std::string five_digits(std::uint64_t number) {
  const std::string digits = concat(number);
  return std::string(digits.size() < 5 ? 5 - digits.size() : 0, '0') + digits;
}

std::string ending(const SplitPlace& place) {
  return concat("-", five_digits(place.index + 1), "-of-", five_digits(place.count), ".gguf");
}

[[noreturn]] void fail(const Gguf& file, std::string_view message) {
  throw FileError(concat("[gguf] ", file.label(), ": ", message));
}

/// Writers disagree about the type; any whole number will do.
std::uint64_t whole_number(const Gguf& file, std::string_view key, std::uint64_t fallback) {
  const GgufValue* value = file.find(key);
  if (value == nullptr) return fallback;
  return std::visit(
      [&](const auto& held) -> std::uint64_t {
        using Held = std::decay_t<decltype(held)>;
        if constexpr (std::is_integral_v<Held> && !std::is_same_v<Held, bool>) {
          if (held >= Held{}) return static_cast<std::uint64_t>(held);
        }
        fail(file, concat("'", key, "': expected a whole number, got ", name(type_of(*value))));
      },
      *value);
}

}  // namespace io_gguf_split

SplitPlace split_place(const Gguf& file) {
  using namespace io_gguf_split;
  const SplitPlace place{whole_number(file, "split.no", 0), whole_number(file, "split.count", 1)};
  if (place.count < 1 || place.count > max_split_count)
    fail(file, concat("'split.count': expected 1 to ", max_split_count, ", got ", place.count));
  if (place.index >= place.count)
    fail(file, concat("'split.no': expected less than ", place.count, ", got ", place.index));
  return place;
}

void check_split_tensors(const Gguf& file, std::uint64_t tensors) {
  using namespace io_gguf_split;
  const std::uint64_t expected = whole_number(file, "split.tensors.count", tensors);
  if (expected != tensors)
    fail(file, concat("expected ", expected, " tensors in all files, got ", tensors));
}

std::filesystem::path split_path(const std::filesystem::path& prefix, const SplitPlace& place) {
  std::filesystem::path path = prefix;
  path += io_gguf_split::ending(place);
  return path;
}

std::filesystem::path split_prefix(const std::filesystem::path& path, const SplitPlace& place) {
  const std::string text = path.string();
  const std::string ending = io_gguf_split::ending(place);
  if (!text.ends_with(ending)) {
    throw FileError(concat("[gguf] ", text, ": expected a name that ends with ", ending,
                           ", as it is one of ", place.count, " files"));
  }
  return text.substr(0, text.size() - ending.size());
}

}  // namespace tern
