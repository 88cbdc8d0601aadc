#include <algorithm>
#include <span>

#include "core/text.h"
#include "io/gguf_split.h"
#include "tern/error.h"
#include "tern/gguf_output.h"

namespace tern {
namespace io_gguf_copy {

/// The keys split.* say how a file was divided, not what it holds.
void copy_keys(const Gguf& from, GgufOutput& to) {
  for (const auto& [key, value] : from.metadata()) {
    if (!key.starts_with("split.")) to.key(key, value);
  }
}

void announce_place(const Gguf& from, const SplitPlace& place, GgufOutput& to) {
  const GgufValue* alignment = from.find("general.alignment");
  if (place.index > 0 && alignment != nullptr) to.key("general.alignment", *alignment);
  to.key("split.no", static_cast<std::uint16_t>(place.index));
  to.key("split.count", static_cast<std::uint16_t>(place.count));
  to.key("split.tensors.count", static_cast<std::int32_t>(from.tensors().size()));
}

void copy_tensors(const Gguf& from, std::span<const GgufTensor> tensors, GgufOutput& to) {
  for (const GgufTensor& tensor : tensors) {
    if (!tensor.type) {
      throw RequestError(concat("[gguf] ", from.label(), ": tensor '", tensor.name,
                                "': expected a known type, got number ", tensor.type_id));
    }
    to.tensor(tensor.name, *tensor.type,
              {tensor.shape.begin(), tensor.shape.begin() + tensor.dims});
  }
  for (const GgufTensor& tensor : tensors) to.append(from.data(tensor));
}

void write_part(const Gguf& from, const std::filesystem::path& path, const SplitPlace& place,
                std::size_t most) {
  const std::span<const GgufTensor> all(from.tensors());
  const std::size_t begin = std::min(all.size(), static_cast<std::size_t>(place.index) * most);
  GgufOutput to(path, from.version());
  if (place.index == 0) copy_keys(from, to);
  announce_place(from, place, to);
  copy_tensors(from, all.subspan(begin, std::min(most, all.size() - begin)), to);
  to.finish();
}

}  // namespace io_gguf_copy

void copy_gguf(const Gguf& from, GgufOutput& to) {
  io_gguf_copy::copy_keys(from, to);
  io_gguf_copy::copy_tensors(from, from.tensors(), to);
  to.finish();
}

std::vector<std::filesystem::path> split_gguf(const Gguf& from, const std::filesystem::path& prefix,
                                              std::size_t most) {
  const std::size_t tensors = std::max<std::size_t>(from.tensors().size(), 1);
  const std::uint64_t count = most == 0 ? 0 : (tensors - 1) / most + 1;
  if (count < 1 || count > max_split_count) {
    throw RequestError(concat("[gguf] ", from.label(), ": expected 1 to ", max_split_count,
                              " files, got files of ", most, " tensors"));
  }
  std::vector<std::filesystem::path> paths;
  for (std::uint64_t i = 0; i < count; ++i) {
    paths.push_back(split_path(prefix, {i, count}));
    io_gguf_copy::write_part(from, paths.back(), {i, count}, most);
  }
  return paths;
}

}  // namespace tern
