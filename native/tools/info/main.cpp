#include <cstdio>

#include "core/tensor.h"
#include "core/text.h"
#include "io/gguf_value.h"
#include "tern/tern.h"
#include "tools/common/arguments.h"
#include "tools/common/npy.h"

namespace tern::tools {
namespace tool_info {

std::string type_name(const GgufTensor& tensor) {
  return tensor.type ? std::string(name(*tensor.type))
                     : concat("type ", tensor.type_id, " (not supported)");
}

void print_metadata(const Gguf& file) {
  std::printf("GGUF version %u, %zu keys, %zu tensors, alignment %zu\n", file.version(),
              file.metadata().size(), file.tensors().size(), file.alignment());
  for (const auto& [key, value] : file.metadata()) {
    std::puts(concat(key, " = ", name(type_of(value)), " ", to_string(value)).c_str());
  }
}

void print_tensors(const Gguf& file) {
  for (const GgufTensor& tensor : file.tensors()) {
    std::puts(concat(tensor.name, ": ", type_name(tensor), " ", to_string(tensor.shape)).c_str());
  }
}

std::vector<float> read_tensor(const Gguf& file, const GgufTensor& tensor) {
  std::vector<float> values(static_cast<std::size_t>(element_count(tensor.shape)));
  dequantize(*tensor.type, file.data(tensor), values);
  return values;
}

std::vector<std::byte> convert(const std::vector<float>& values, const std::string& as,
                               std::int64_t columns) {
  const std::optional<Type> type = type_from_name(as);
  if (!type) throw UsageError(concat("--as: no type '", as, "'"));
  if (columns % traits(*type).block_size != 0)
    throw UsageError(concat("--as: rows of ", columns, " are no whole blocks of ", as));
  std::vector<std::byte> bytes(row_bytes(*type, static_cast<std::int64_t>(values.size())));
  quantize(*type, values, bytes);
  return bytes;
}

void export_tensor(const Gguf& file, const std::string& name, const std::string& as,
                   const std::string& out) {
  const GgufTensor* tensor = file.find_tensor(name);
  if (tensor == nullptr)
    throw UsageError(concat("--export: no tensor '", name, "' in ", file.label()));
  if (!tensor->type) throw UsageError(concat("--export: ", type_name(*tensor)));
  if (out.empty()) throw UsageError("--export: expected also --out FILE");
  const std::vector<float> values = read_tensor(file, *tensor);
  if (!as.empty()) {
    write_bytes(out, convert(values, as, tensor->shape[0]));
    return;
  }
  std::vector<std::size_t> shape;
  for (int i = tensor->dims - 1; i >= 0; --i) {
    shape.push_back(static_cast<std::size_t>(tensor->shape[static_cast<std::size_t>(i)]));
  }
  write_floats(out, values, shape);
}

void copy_file(const Gguf& file, const std::string& out, std::int64_t most) {
  if (out.empty()) throw UsageError("--copy: expected the name of a file");
  if (most < 0) throw UsageError("--split: expected a number of tensors");
  if (most == 0) {
    GgufOutput to(out, file.version());
    copy_gguf(file, to);
    return;
  }
  for (const auto& path : split_gguf(file, out, static_cast<std::size_t>(most)))
    std::puts(path.string().c_str());
}

void run(const Arguments& arguments) {
  const auto file = Gguf::open(arguments.model());
  if (arguments.has("--copy")) {
    copy_file(*file, arguments.text("--copy", ""), arguments.number("--split", 0));
    return;
  }
  if (arguments.has("--export")) {
    export_tensor(*file, arguments.text("--export", ""), arguments.text("--as", ""),
                  arguments.text("--out", ""));
    return;
  }
  print_metadata(*file);
  print_tensors(*file);
}

}  // namespace tool_info
}  // namespace tern::tools

int main(int argc, char** argv) {
  using namespace tern::tools;
  const std::vector<Option> options{
      {"--export", "TENSOR", "write one tensor, converted to float32, instead of the list"},
      {"--as", "TYPE", "convert it to this type, such as Q4_0, and write the bytes"},
      {"--out", "FILE", "where the tensor goes; .npy or bytes"},
      {"--copy", "FILE", "write all of it again, instead of the list"},
      {"--split", "N", "with --copy: files of N tensors, FILE-00001-of-….gguf"},
  };
  return run_program(argc, argv, "tern-info", "Prints metadata and tensors of a GGUF file.",
                     options, tool_info::run);
}
