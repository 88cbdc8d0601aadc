#include "tools/common/gguf_file.h"

#include <sstream>

#include "tern/gguf_output.h"

namespace tern::tools {

std::string gguf_bytes(const GgufContent& content) {
  std::ostringstream bytes(std::ios::binary);
  GgufOutput out(bytes, "a model in memory");
  for (const auto& [key, value] : content.metadata) out.key(key, value);
  for (const GgufTensor& tensor : content.tensors)
    out.tensor(tensor.name, *tensor.type,
               {tensor.shape.begin(), tensor.shape.begin() + tensor.dims});
  for (const auto& data : content.data) out.append(data);
  out.finish();
  return std::move(bytes).str();
}

}  // namespace tern::tools
