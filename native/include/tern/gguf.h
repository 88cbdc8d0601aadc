#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tern/type.h"

namespace tern {

/// Types of metadata values, with the numbers that the format gives them.
enum class GgufType : std::uint32_t {
  uint8,
  int8,
  uint16,
  int16,
  uint32,
  int32,
  float32,
  boolean,
  string,
  array,
  uint64,
  int64,
  float64
};
std::string_view name(GgufType type);

struct GgufArray;

/// One metadata value; the alternative that is held corresponds to the type in the file.
using GgufValue =
    std::variant<std::uint8_t, std::int8_t, std::uint16_t, std::int16_t, std::uint32_t,
                 std::int32_t, float, bool, std::string, std::shared_ptr<const GgufArray>,
                 std::uint64_t, std::int64_t, double>;
GgufType type_of(const GgufValue& value);

/// A list of values of one type; the alternatives come in the order of GgufType.
struct GgufArray {
  GgufType element{};
  std::variant<std::vector<std::uint8_t>, std::vector<std::int8_t>, std::vector<std::uint16_t>,
               std::vector<std::int16_t>, std::vector<std::uint32_t>, std::vector<std::int32_t>,
               std::vector<float>, std::vector<bool>, std::vector<std::string>,
               std::vector<GgufValue>, std::vector<std::uint64_t>, std::vector<std::int64_t>,
               std::vector<double>>
      values;

  std::size_t size() const;
};

struct GgufTensor {
  std::string name;
  int dims = 1;                                   ///< 1 to 4
  std::array<std::int64_t, 4> shape{1, 1, 1, 1};  ///< row length first
  std::uint32_t type_id = 0;                      ///< as in the file
  std::optional<Type> type;                       ///< empty if this library does not have the type
  std::uint64_t offset = 0;                       ///< bytes from the start of the data section
  std::size_t bytes = 0;                          ///< 0 if the type is unknown
};

/// A model in one GGUF file or several (version 2 or 3, little-endian), mapped into memory. Any
/// number of threads may read it. Spans and pointers into it are valid as long as the object lives.
class Gguf {
 public:
  /// `path`: of the only or first file. Throws FileError, with the place, if one is malformed.
  static std::shared_ptr<const Gguf> open(const std::filesystem::path& path);

  /// The same for bytes in memory, which are copied; `label` stands for the path in messages.
  static std::shared_ptr<const Gguf> parse(std::span<const std::byte> bytes, std::string label);

  virtual ~Gguf() = default;

  const std::string& label() const { return label_; }
  std::uint32_t version() const { return version_; }
  std::size_t alignment() const { return alignment_; }

  const std::map<std::string, GgufValue, std::less<>>& metadata() const { return metadata_; }
  /// Null if the key is missing.
  const GgufValue* find(std::string_view key) const;

  const std::vector<GgufTensor>& tensors() const { return tensors_; }
  /// Null if there is no such tensor.
  const GgufTensor* find_tensor(std::string_view name) const;
  /// The bytes of a tensor of a known type.
  std::span<const std::byte> data(const GgufTensor& tensor) const;

 protected:
  Gguf() = default;
  friend class GgufParser;

  std::string label_;
  std::uint32_t version_ = 0;
  std::size_t alignment_ = 32;
  std::map<std::string, GgufValue, std::less<>> metadata_;
  std::vector<GgufTensor> tensors_;
  std::map<std::string, std::size_t, std::less<>> tensor_by_name_;
  std::span<const std::byte> data_;
};

}  // namespace tern
