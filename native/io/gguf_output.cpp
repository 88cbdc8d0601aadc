#include "tern/gguf_output.h"

#include <bit>
#include <limits>
#include <system_error>
#include <utility>

#include "core/text.h"
#include "io/gguf_payload.h"
#include "tern/error.h"

namespace tern {
namespace gguf_output {

constexpr std::uint32_t oldest_version = 2;
constexpr std::uint32_t newest_version = 3;

std::uint32_t checked(std::uint32_t version, std::string_view label) {
  if (version < oldest_version || version > newest_version) {
    throw RequestError(concat("[gguf] ", label, ": expected version ", oldest_version, " or ",
                              newest_version, ", got ", version));
  }
  return version;
}

std::filesystem::path unfinished(std::filesystem::path path) {
  if (!path.empty()) path += ".part";
  return path;
}

}  // namespace gguf_output

GgufOutput::GgufOutput(const std::filesystem::path& path, std::uint32_t version)
    : path_(path),
      label_(path.string()),
      version_(gguf_output::checked(version, label_)),
      file_(gguf_output::unfinished(path), std::ios::binary),
      out_(file_) {
  expect_written();
}

GgufOutput::GgufOutput(std::ostream& out, std::string label, std::uint32_t version)
    : label_(std::move(label)), version_(gguf_output::checked(version, label_)), out_(out) {}

GgufOutput::~GgufOutput() {
  if (!file_.is_open()) return;
  file_.close();
  std::error_code ignored;
  std::filesystem::remove(gguf_output::unfinished(path_), ignored);
}

void GgufOutput::refuse(std::string_view message) const {
  throw RequestError(concat("[gguf] ", label_, ": ", message));
}

void GgufOutput::expect_written() const {
  if (!out_) throw FileError(concat("[file] ", label_, ": cannot write"));
}

void GgufOutput::key(std::string_view name, const GgufValue& value) {
  if (in_data_) refuse(concat("expected key '", name, "' before the data"));
  if (name.empty()) refuse("expected a key with a name");
  if (const std::string fault = fault_of(value); !fault.empty())
    refuse(concat("'", name, "': ", fault));
  if (name == "general.alignment") align_to(value);
  if (!known_keys_.emplace(name).second) refuse(concat("key '", name, "' is there already"));
  put_text(keys_, name);
  put_number(keys_, static_cast<std::uint32_t>(type_of(value)));
  put_value(keys_, value);
}

void GgufOutput::align_to(const GgufValue& value) {
  const auto* alignment = std::get_if<std::uint32_t>(&value);
  if (alignment == nullptr || !std::has_single_bit(*alignment))
    refuse("'general.alignment': expected UINT32 with a power of two");
  if (!sizes_.empty()) refuse("expected 'general.alignment' before the first tensor");
  alignment_ = *alignment;
}

std::size_t GgufOutput::check_tensor(std::string_view name, Type type,
                                     const std::vector<std::int64_t>& shape) const {
  const auto wrong = [&](auto... parts) { refuse(concat("tensor '", name, "': ", parts...)); };
  if (in_data_) wrong("expected before the data");
  if (known_tensors_.contains(name)) wrong("is there already");
  if (shape.empty() || shape.size() > 4) wrong("expected 1 to 4 dimensions, got ", shape.size());
  std::int64_t room = std::numeric_limits<std::int64_t>::max() / 8;
  for (const std::int64_t n : shape) {
    if (n < 1 || n > room) wrong("dimension out of range, got ", n);
    room /= n;
  }
  const std::int64_t block = traits(type).block_size;
  if (shape[0] % block != 0)
    wrong("expected rows of a multiple of ", block, " elements, got ", shape[0]);
  std::size_t bytes = row_bytes(type, shape[0]);
  for (std::size_t i = 1; i < shape.size(); ++i) bytes *= static_cast<std::size_t>(shape[i]);
  return bytes;
}

void GgufOutput::tensor(std::string_view name, Type type, const std::vector<std::int64_t>& shape) {
  const std::size_t bytes = check_tensor(name, type, shape);
  known_tensors_.emplace(name);
  put_text(names_, name);
  put_number(names_, static_cast<std::uint32_t>(shape.size()));
  for (const std::int64_t n : shape) put_number(names_, n);
  put_number(names_, traits(type).gguf_id);
  put_number(names_, data_bytes_);
  sizes_.push_back(bytes);
  data_bytes_ += aligned(bytes);
}

std::uint64_t GgufOutput::aligned(std::uint64_t bytes) const {
  return (bytes + alignment_ - 1) / alignment_ * alignment_;
}

void GgufOutput::begin_data() {
  in_data_ = true;
  std::string head = "GGUF";
  put_number(head, version_);
  put_number(head, static_cast<std::uint64_t>(sizes_.size()));
  put_number(head, static_cast<std::uint64_t>(known_keys_.size()));
  head += keys_ + names_;
  head.resize(aligned(head.size()));
  out_.write(head.data(), static_cast<std::streamsize>(head.size()));
}

void GgufOutput::append(std::span<const std::byte> bytes) {
  if (!in_data_) begin_data();
  const std::size_t room = current_ == sizes_.size() ? 0 : sizes_[current_] - written_;
  if (bytes.size() > room || room == 0)
    refuse(concat("expected ", room, " more bytes, got ", bytes.size()));
  out_.write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  written_ += bytes.size();
  if (written_ == sizes_[current_]) pad();
  expect_written();
}

void GgufOutput::pad() {
  const std::string zeros(aligned(written_) - written_, '\0');
  out_.write(zeros.data(), static_cast<std::streamsize>(zeros.size()));
  ++current_;
  written_ = 0;
}

void GgufOutput::finish() {
  if (!in_data_) begin_data();
  if (current_ != sizes_.size())
    refuse(concat("expected the bytes of ", sizes_.size(), " tensors, got those of ", current_));
  out_.flush();
  expect_written();
  if (path_.empty()) return;
  file_.close();
  std::error_code code;
  std::filesystem::rename(gguf_output::unfinished(path_), path_, code);
  if (!file_ || code) throw FileError(concat("[file] ", label_, ": cannot write"));
}

}  // namespace tern
