#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tern/gguf_output.h"
#include "tools/common/arguments.h"

namespace tern::tools {

/// Sizes of a llama; the defaults are those of TinyLlama, 1.1 billion parameters.
struct LlamaShape {
  std::int64_t layers = 22;
  std::int64_t embedding = 2048;
  std::int64_t ffn = 5632;
  std::int64_t heads = 32;
  std::int64_t heads_kv = 4;
  std::int64_t vocab = 32000;
  std::int64_t context = 2048;
};

struct NamedTensor {
  std::string name;
  Type type;
  std::vector<std::int64_t> shape;
};

/// Throws UsageError for sizes that no llama has.
void check(const LlamaShape& shape);

/// Metadata and a vocabulary in which the first tokens are the bytes and others have made-up names.
void write_keys(GgufOutput& out, const LlamaShape& shape);

/// Vectors (norms) are F32, matrices of the given type.
std::vector<NamedTensor> tensors_of(const LlamaShape& shape, Type type);

}  // namespace tern::tools
