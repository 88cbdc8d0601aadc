#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tern/gguf.h"

namespace tern {

/// Writes GGUF files byte by byte, right or wrong as a test needs them.
class GgufWriter {
 public:
  explicit GgufWriter(std::uint32_t version = 3, std::size_t alignment = 32)
      : version_(version), alignment_(alignment) {}

  template <class Value>
  static void put(std::string& to, Value value) {
    to.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  static void put_string(std::string& to, std::string_view text);

  /// `payload` is the value as it stands in a file.
  void key(std::string_view name, GgufType type, std::string_view payload);
  void text(std::string_view name, std::string_view value);
  void uint32(std::string_view name, std::uint32_t value);
  void float32(std::string_view name, float value);

  /// A tensor whose data are appended; `type_id` as in the format.
  void tensor(std::string_view name, const std::vector<std::uint64_t>& shape, std::uint32_t type_id,
              std::string_view data);
  void floats(std::string_view name, const std::vector<std::uint64_t>& shape,
              const std::vector<float>& values);

  std::string bytes() const;

 private:
  std::uint32_t version_;
  std::size_t alignment_;
  std::uint64_t key_count_ = 0;
  std::uint64_t tensor_count_ = 0;
  std::string keys_;
  std::string tensors_;
  std::string data_;
};

std::shared_ptr<const Gguf> parse_gguf(const std::string& bytes);

}  // namespace tern
