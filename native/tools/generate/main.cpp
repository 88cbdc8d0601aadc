#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>

#include "core/text.h"
#include "tools/generate/llama_shape.h"

namespace tern::tools {
namespace tool_generate {

Type read_type(const Arguments& arguments) {
  const std::string text = arguments.text("--type", "F16");
  const auto type = type_from_name(text);
  if (!type || traits(*type).from_float == nullptr)
    throw UsageError(concat("--type: expected a type that can be written, got '", text, "'"));
  return *type;
}

LlamaShape read_shape(const Arguments& arguments) {
  LlamaShape shape;
  shape.layers = arguments.number("--layers", shape.layers);
  shape.embedding = arguments.number("--embedding", shape.embedding);
  shape.ffn = arguments.number("--ffn", shape.ffn);
  shape.heads = arguments.number("--heads", shape.heads);
  shape.heads_kv = arguments.number("--heads-kv", shape.heads_kv);
  shape.vocab = arguments.number("--vocab", shape.vocab);
  check(shape);
  return shape;
}

/// Blocks of random weights, made once: to encode a billion of them takes minutes, and neither
/// speed nor memory can tell whether blocks are repeated.
class Pool {
 public:
  Pool(Type type, std::int64_t elements, float deviation, std::uint32_t seed)
      : block_bytes_(traits(type).block_bytes), random_(seed) {
    std::normal_distribution<float> normal(0.0f, deviation);
    std::vector<float> values(static_cast<std::size_t>(elements));
    for (float& value : values) value = normal(random_);
    bytes_.resize(row_bytes(type, elements));
    quantize(type, values, bytes_);
  }

  /// Appends `bytes` bytes from places by chance.
  void pour(GgufOutput& out, std::size_t bytes) {
    const std::size_t most = bytes_.size() / 2;
    while (bytes > 0) {
      const std::size_t part = std::min(bytes, most);
      const std::size_t places = (bytes_.size() - part) / block_bytes_ + 1;
      out.append(std::span(bytes_).subspan(random_() % places * block_bytes_, part));
      bytes -= part;
    }
  }

 private:
  std::size_t block_bytes_;
  std::mt19937 random_;
  std::vector<std::byte> bytes_;
};

void run(const Arguments& arguments) {
  const Type type = read_type(arguments);
  const LlamaShape shape = read_shape(arguments);
  const auto seed = static_cast<std::uint32_t>(arguments.number("--seed", 1));
  GgufOutput out(arguments.model());
  write_keys(out, shape);
  const std::vector<NamedTensor> tensors = tensors_of(shape, type);
  for (const NamedTensor& t : tensors) out.tensor(t.name, t.type, t.shape);
  // With this deviation activations keep their size from layer to layer.
  const float deviation = 1.0f / std::sqrt(static_cast<float>(shape.embedding));
  Pool weights(type, std::int64_t{1} << 20, deviation, seed);
  const std::vector<float> ones(static_cast<std::size_t>(shape.embedding), 1.0f);
  for (const NamedTensor& t : tensors) {
    if (t.shape.size() == 1) {
      out.append(std::as_bytes(std::span(ones)));
    } else {
      weights.pour(out, row_bytes(t.type, t.shape[0]) * static_cast<std::size_t>(t.shape[1]));
    }
  }
  out.finish();
}

}  // namespace tool_generate
}  // namespace tern::tools

int main(int argc, char** argv) {
  using namespace tern::tools;
  return run_program(argc, argv, "tern-generate",
                     "Writes a model of llama's shape with random weights, to measure speed with.",
                     {
                         {"--type", "TYPE", "of the matrices, such as F16 or Q4_K (default F16)"},
                         {"--layers", "N", "(default 22)"},
                         {"--embedding", "N", "(default 2048)"},
                         {"--ffn", "N", "width between up and down (default 5632)"},
                         {"--heads", "N", "(default 32)"},
                         {"--heads-kv", "N", "(default 4)"},
                         {"--vocab", "N", "tokens (default 32000)"},
                         {"--seed", "N", "for other weights (default 1)"},
                     },
                     tool_generate::run);
}
