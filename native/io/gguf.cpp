#include "tern/gguf.h"

#include <algorithm>
#include <utility>

#include "core/text.h"
#include "io/gguf_parser.h"
#include "io/gguf_split.h"
#include "io/mapped_file.h"
#include "tern/error.h"

namespace tern {
namespace io_gguf {

/// Keeps the file mapped, and those behind it, as long as somebody uses them.
class GgufFile : public Gguf {
 public:
  explicit GgufFile(const std::filesystem::path& path) : file_(path) {
    GgufParser(*this, file_.bytes(), path.string()).parse();
  }

  /// Opens the files behind this one, if there are any.
  void open_others(const std::filesystem::path& path) {
    const SplitPlace place = split_place(*this);
    if (place.index != 0)
      fail(concat("expected the first of ", place.count, " files, got number ", place.index + 1));
    if (place.count == 1) return;
    const std::filesystem::path prefix = split_prefix(path, place);
    for (std::uint64_t i = 1; i < place.count; ++i)
      append(std::make_shared<GgufFile>(split_path(prefix, {i, place.count})), {i, place.count});
    check_split_tensors(*this, tensors_.size());
  }

  /// The file that has the data of a tensor.
  const Gguf& holder(const GgufTensor& tensor) const {
    const std::size_t number = tensor_by_name_.find(tensor.name)->second;
    const auto behind = std::upper_bound(starts_.begin(), starts_.end(), number);
    if (behind == starts_.begin()) return *this;
    return *others_[static_cast<std::size_t>(behind - starts_.begin() - 1)];
  }

 private:
  [[noreturn]] void fail(std::string_view message) const {
    throw FileError(concat("[gguf] ", label(), ": ", message));
  }

  void append(std::shared_ptr<const GgufFile> other, const SplitPlace& place) {
    const SplitPlace found = split_place(*other);
    if (found.index != place.index || found.count != place.count) {
      other->fail(concat("expected file ", place.index + 1, " of ", place.count, ", got ",
                         found.index + 1, " of ", found.count));
    }
    starts_.push_back(tensors_.size());
    for (const GgufTensor& tensor : other->tensors()) {
      if (!tensor_by_name_.emplace(tensor.name, tensors_.size()).second)
        other->fail(concat("tensor '", tensor.name, "' is in a file before"));
      tensors_.push_back(tensor);
    }
    others_.push_back(std::move(other));
  }

  MappedFile file_;
  std::vector<std::shared_ptr<const GgufFile>> others_;
  std::vector<std::size_t> starts_;  // the number of the first tensor of each
};

class GgufBytes : public Gguf {
 public:
  GgufBytes(std::span<const std::byte> bytes, std::string label)
      : bytes_(bytes.begin(), bytes.end()) {
    GgufParser(*this, bytes_, std::move(label)).parse();
    if (const SplitPlace place = split_place(*this); place.count > 1) {
      throw FileError(concat("[gguf] ", this->label(), ": is one of ", place.count,
                             " files, which can only be opened by their path"));
    }
  }

 private:
  std::vector<std::byte> bytes_;
};

}  // namespace io_gguf

std::shared_ptr<const Gguf> Gguf::open(const std::filesystem::path& path) {
  auto file = std::make_shared<io_gguf::GgufFile>(path);
  file->open_others(path);
  return file;
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
  const auto* file = dynamic_cast<const io_gguf::GgufFile*>(this);
  const std::span<const std::byte> all = file == nullptr ? data_ : file->holder(tensor).data_;
  return all.subspan(static_cast<std::size_t>(tensor.offset), tensor.bytes);
}

}  // namespace tern
