#include "io/gguf_parser.h"

#include <bit>
#include <limits>
#include <utility>

#include "core/text.h"
#include "io/gguf_value.h"

namespace tern {
namespace io_gguf_parser {

constexpr std::uint32_t magic = 0x46554747;  // "GGUF"
constexpr std::uint32_t oldest_version = 2;
constexpr std::uint32_t newest_version = 3;
constexpr std::size_t least_key_bytes = 8 + 4 + 1;
constexpr std::size_t least_tensor_bytes = 8 + 4 + 8 + 4 + 8;
constexpr std::int64_t max_elements = std::numeric_limits<std::int64_t>::max() / 8;

std::uint64_t align(std::uint64_t position, std::size_t alignment) {
  return (position + alignment - 1) / alignment * alignment;
}

bool is_byte_swapped(std::uint32_t version) { return version != 0 && (version & 0xffffu) == 0; }

}  // namespace io_gguf_parser

GgufParser::GgufParser(Gguf& target, std::span<const std::byte> bytes, std::string label)
    : gguf_(target), reader_(bytes, label) {
  gguf_.label_ = std::move(label);
}

void GgufParser::parse() {
  read_header();
  for (std::uint64_t i = 0; i < key_count_; ++i) read_metadata();
  check_alignment();
  for (std::uint64_t i = 0; i < tensor_count_; ++i) read_tensor();
  locate_data();
}

void GgufParser::read_header() {
  using namespace io_gguf_parser;
  if (reader_.read<std::uint32_t>("the magic number") != magic)
    reader_.fail("not a GGUF file: wrong magic number");
  gguf_.version_ = reader_.read<std::uint32_t>("the version");
  if (is_byte_swapped(gguf_.version_)) reader_.fail("big-endian files are not supported");
  if (gguf_.version_ < oldest_version || gguf_.version_ > newest_version) {
    reader_.fail(concat("expected version ", oldest_version, " or ", newest_version, ", got ",
                        gguf_.version_));
  }
  tensor_count_ = reader_.read<std::uint64_t>("the number of tensors");
  key_count_ = reader_.read_count("the metadata", least_key_bytes);
  if (tensor_count_ > reader_.remaining() / least_tensor_bytes) {
    reader_.fail(concat("file ends inside the tensor list: it announces ", tensor_count_,
                        " tensors, but only ", reader_.remaining(), " bytes are left"));
  }
}

void GgufParser::read_metadata() {
  std::string key = reader_.read_string("a metadata key");
  if (key.empty()) reader_.fail("empty metadata key");
  GgufValue value = read_gguf_value(reader_, key);
  const auto [it, inserted] = gguf_.metadata_.emplace(std::move(key), std::move(value));
  if (!inserted) reader_.fail(concat("metadata key '", it->first, "' appears twice"));
}

void GgufParser::check_alignment() {
  const GgufValue* value = gguf_.find("general.alignment");
  if (value == nullptr) return;
  const auto* alignment = std::get_if<std::uint32_t>(value);
  if (alignment == nullptr || !std::has_single_bit(*alignment)) {
    reader_.fail(concat("'general.alignment': expected UINT32 with a power of two, got ",
                        name(type_of(*value)), " ", to_string(*value)));
  }
  gguf_.alignment_ = *alignment;
}

void GgufParser::read_shape(GgufTensor& tensor) {
  const auto dims = reader_.read<std::uint32_t>(tensor.name);
  if (dims < 1 || dims > tensor.shape.size()) {
    reader_.fail(concat("tensor '", tensor.name, "': expected 1 to 4 dimensions, got ", dims));
  }
  tensor.dims = static_cast<int>(dims);
  std::int64_t room = io_gguf_parser::max_elements;
  for (std::uint32_t i = 0; i < dims; ++i) {
    const auto size = reader_.read<std::uint64_t>(tensor.name);
    if (size == 0 || size > static_cast<std::uint64_t>(room)) {
      reader_.fail(
          concat("tensor '", tensor.name, "': dimension ", i, " out of range, got ", size));
    }
    tensor.shape[i] = static_cast<std::int64_t>(size);
    room /= tensor.shape[i];
  }
}

void GgufParser::measure(GgufTensor& tensor) const {
  tensor.type = type_from_gguf(tensor.type_id);
  if (!tensor.type) return;
  const TypeTraits& type = traits(*tensor.type);
  if (tensor.shape[0] % type.block_size != 0) {
    reader_.fail(concat("tensor '", tensor.name, "': expected rows of a multiple of ",
                        type.block_size, " elements for ", type.name, ", got ", tensor.shape[0]));
  }
  const std::int64_t rows = tensor.shape[1] * tensor.shape[2] * tensor.shape[3];
  tensor.bytes = row_bytes(*tensor.type, tensor.shape[0]) * static_cast<std::size_t>(rows);
}

void GgufParser::read_tensor() {
  GgufTensor tensor;
  tensor.name = reader_.read_string("a tensor name");
  read_shape(tensor);
  tensor.type_id = reader_.read<std::uint32_t>(tensor.name);
  tensor.offset = reader_.read<std::uint64_t>(tensor.name);
  measure(tensor);
  if (tensor.offset % gguf_.alignment_ != 0) {
    reader_.fail(concat("tensor '", tensor.name, "': expected an offset that is a multiple of ",
                        gguf_.alignment_, ", got ", tensor.offset));
  }
  if (!gguf_.tensor_by_name_.emplace(tensor.name, gguf_.tensors_.size()).second) {
    reader_.fail(concat("tensor '", tensor.name, "' appears twice"));
  }
  gguf_.tensors_.push_back(std::move(tensor));
}

void GgufParser::locate_data() {
  const std::span<const std::byte> all = reader_.bytes();
  const std::uint64_t start = io_gguf_parser::align(reader_.position(), gguf_.alignment_);
  if (start < all.size()) gguf_.data_ = all.subspan(static_cast<std::size_t>(start));
  for (const GgufTensor& tensor : gguf_.tensors_) {
    if (tensor.offset > gguf_.data_.size() || tensor.bytes > gguf_.data_.size() - tensor.offset) {
      reader_.fail(concat("tensor '", tensor.name, "': file ends inside its data: expected ",
                          tensor.bytes, " bytes at offset ", tensor.offset, ", got ",
                          gguf_.data_.size(), " bytes of data in all"));
    }
  }
}

}  // namespace tern
