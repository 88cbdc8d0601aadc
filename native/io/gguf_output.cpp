#include "io/gguf_output.h"

#include <algorithm>
#include <utility>

#include "core/text.h"
#include "tern/error.h"

namespace tern {
namespace gguf_output {

constexpr std::uint64_t alignment = 32;

std::uint64_t aligned(std::uint64_t bytes) {
  return (bytes + alignment - 1) / alignment * alignment;
}

template <class Number>
void put(std::string& to, Number number) {
  to.append(reinterpret_cast<const char*>(&number), sizeof number);
}

void put_text(std::string& to, std::string_view text) {
  put(to, static_cast<std::uint64_t>(text.size()));
  to += text;
}

/// Overloads, so that one visit writes any value.
struct Payload {
  std::string& to;

  template <class Number>
  void operator()(Number number) const {
    put(to, number);
  }
  void operator()(bool value) const { put(to, static_cast<std::uint8_t>(value)); }
  void operator()(const std::string& text) const { put_text(to, text); }
  void operator()(const GgufValue& value) const { std::visit(*this, value); }
  void operator()(const std::shared_ptr<const GgufArray>& array) const {
    put(to, static_cast<std::uint32_t>(array->element));
    put(to, static_cast<std::uint64_t>(array->size()));
    std::visit([this](const auto& values) { each(values); }, array->values);
  }

  template <class Element>
  void each(const std::vector<Element>& values) const {
    for (const auto& value : values) (*this)(static_cast<const Element&>(value));
  }
};

}  // namespace gguf_output

GgufOutput::GgufOutput(const std::filesystem::path& path)
    : label_(path.string()), file_(path, std::ios::binary), out_(file_) {
  expect_written();
}

GgufOutput::GgufOutput(std::ostream& out, std::string label)
    : label_(std::move(label)), out_(out) {}

void GgufOutput::expect_written() const {
  if (!out_) throw FileError(concat("[file] ", label_, ": cannot write"));
}

void GgufOutput::key(std::string_view name, const GgufValue& value) {
  gguf_output::put_text(keys_, name);
  gguf_output::put(keys_, static_cast<std::uint32_t>(type_of(value)));
  std::visit(gguf_output::Payload{keys_}, value);
  ++key_count_;
}

void GgufOutput::tensor(std::string_view name, Type type, const std::vector<std::int64_t>& shape) {
  using namespace gguf_output;
  std::size_t bytes = row_bytes(type, shape.front());
  put_text(names_, name);
  put(names_, static_cast<std::uint32_t>(shape.size()));
  for (const std::int64_t n : shape) put(names_, n);
  for (std::size_t i = 1; i < shape.size(); ++i) bytes *= static_cast<std::size_t>(shape[i]);
  put(names_, traits(type).gguf_id);
  put(names_, data_bytes_);
  sizes_.push_back(bytes);
  data_bytes_ += aligned(bytes);
}

void GgufOutput::begin_data() {
  in_data_ = true;
  std::string head = "GGUF";
  gguf_output::put(head, std::uint32_t{3});
  gguf_output::put(head, static_cast<std::uint64_t>(sizes_.size()));
  gguf_output::put(head, key_count_);
  head += keys_ + names_;
  head.resize(gguf_output::aligned(head.size()));
  out_.write(head.data(), static_cast<std::streamsize>(head.size()));
}

void GgufOutput::append(std::span<const std::byte> bytes) {
  if (!in_data_) begin_data();
  if (current_ == sizes_.size() || bytes.size() > sizes_[current_] - written_) {
    throw RequestError(concat("[gguf] ", label_, ": expected ",
                              current_ == sizes_.size() ? 0 : sizes_[current_] - written_,
                              " more bytes, got ", bytes.size()));
  }
  out_.write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  written_ += bytes.size();
  if (written_ == sizes_[current_]) pad();
  expect_written();
}

void GgufOutput::pad() {
  const std::string zeros(gguf_output::aligned(written_) - written_, '\0');
  out_.write(zeros.data(), static_cast<std::streamsize>(zeros.size()));
  ++current_;
  written_ = 0;
}

void GgufOutput::finish() {
  if (!in_data_) begin_data();
  if (current_ != sizes_.size()) {
    throw RequestError(concat("[gguf] ", label_, ": expected the bytes of ", sizes_.size(),
                              " tensors, got those of ", current_));
  }
  out_.flush();
  if (file_.is_open()) file_.close();
  expect_written();
}

}  // namespace tern
