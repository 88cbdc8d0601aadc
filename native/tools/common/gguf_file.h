#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "tern/gguf.h"

namespace tern::tools {

/// What a GGUF file holds, for writing one. Tensors need name, shape, dims and type; the rest is
/// found out.
struct GgufContent {
  std::map<std::string, GgufValue, std::less<>> metadata;
  std::vector<GgufTensor> tensors;
  std::vector<std::vector<std::byte>> data;  ///< of each tensor
};

/// The bytes of a file of version 3.
std::string gguf_bytes(const GgufContent& content);

}  // namespace tern::tools
