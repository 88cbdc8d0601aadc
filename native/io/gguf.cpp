#include "tern/gguf.h"

#include <utility>

#include "io/gguf_parser.h"
#include "io/mapped_file.h"

namespace tern {
namespace io_gguf {

/// Keeps the file mapped as long as somebody uses it.
class GgufFile : public Gguf {
 public:
  explicit GgufFile(const std::filesystem::path& path) : file_(path) {
    GgufParser(*this, file_.bytes(), path.string()).parse();
  }

 private:
  MappedFile file_;
};

class GgufBytes : public Gguf {
 public:
  GgufBytes(std::span<const std::byte> bytes, std::string label)
      : bytes_(bytes.begin(), bytes.end()) {
    GgufParser(*this, bytes_, std::move(label)).parse();
  }

 private:
  std::vector<std::byte> bytes_;
};

}  // namespace io_gguf

std::shared_ptr<const Gguf> Gguf::open(const std::filesystem::path& path) {
  return std::make_shared<io_gguf::GgufFile>(path);
}

std::shared_ptr<const Gguf> Gguf::parse(std::span<const std::byte> bytes, std::string label) {
  return std::make_shared<io_gguf::GgufBytes>(bytes, std::move(label));
}

const GgufValue* Gguf::find(std::string_view key) const {
  const auto it = metadata_.find(key);
  return it == metadata_.end() ? nullptr : &it->second;
}

const GgufTensor* Gguf::find_tensor(std::string_view name) const {
  const auto it = tensor_by_name_.find(name);
  return it == tensor_by_name_.end() ? nullptr : &tensors_[it->second];
}

std::span<const std::byte> Gguf::data(const GgufTensor& tensor) const {
  return data_.subspan(static_cast<std::size_t>(tensor.offset), tensor.bytes);
}

}  // namespace tern
