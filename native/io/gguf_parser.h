#pragma once

#include <memory>
#include <span>
#include <string>

#include "io/byte_reader.h"
#include "tern/gguf.h"

namespace tern {

/// Fills a Gguf from bytes, checking everything that later code relies on.
class GgufParser {
 public:
  GgufParser(Gguf& target, std::span<const std::byte> bytes, std::string label);

  void parse();

 private:
  void read_header();
  void read_metadata();
  void read_tensor();
  void read_shape(GgufTensor& tensor);
  void measure(GgufTensor& tensor) const;
  void check_alignment();
  void locate_data();

  Gguf& gguf_;
  ByteReader reader_;
  std::uint64_t tensor_count_ = 0;
  std::uint64_t key_count_ = 0;
};

}  // namespace tern
