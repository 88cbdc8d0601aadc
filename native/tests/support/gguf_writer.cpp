#include "tests/support/gguf_writer.h"

namespace tern {
namespace support_gguf_writer {

void pad(std::string& text, std::size_t alignment) {
  text.resize((text.size() + alignment - 1) / alignment * alignment);
}

}  // namespace support_gguf_writer

void GgufWriter::put_string(std::string& to, std::string_view text) {
  put(to, static_cast<std::uint64_t>(text.size()));
  to += text;
}

void GgufWriter::key(std::string_view name, GgufType type, std::string_view payload) {
  put_string(keys_, name);
  put(keys_, static_cast<std::uint32_t>(type));
  keys_ += payload;
  ++key_count_;
}

void GgufWriter::text(std::string_view name, std::string_view value) {
  std::string payload;
  put_string(payload, value);
  key(name, GgufType::string, payload);
}

void GgufWriter::uint32(std::string_view name, std::uint32_t value) {
  std::string payload;
  put(payload, value);
  key(name, GgufType::uint32, payload);
}

void GgufWriter::float32(std::string_view name, float value) {
  std::string payload;
  put(payload, value);
  key(name, GgufType::float32, payload);
}

void GgufWriter::tensor(std::string_view name, const std::vector<std::uint64_t>& shape,
                        std::uint32_t type_id, std::string_view data) {
  put_string(tensors_, name);
  put(tensors_, static_cast<std::uint32_t>(shape.size()));
  for (const std::uint64_t n : shape) put(tensors_, n);
  put(tensors_, type_id);
  put(tensors_, static_cast<std::uint64_t>(data_.size()));
  data_ += data;
  support_gguf_writer::pad(data_, alignment_);
  ++tensor_count_;
}

void GgufWriter::floats(std::string_view name, const std::vector<std::uint64_t>& shape,
                        const std::vector<float>& values) {
  tensor(name, shape, 0,
         {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)});
}

std::string GgufWriter::bytes() const {
  std::string file = "GGUF";
  put(file, version_);
  put(file, tensor_count_);
  put(file, key_count_);
  file += keys_;
  file += tensors_;
  support_gguf_writer::pad(file, alignment_);
  return file + data_;
}

std::shared_ptr<const Gguf> parse_gguf(const std::string& bytes) {
  return Gguf::parse({reinterpret_cast<const std::byte*>(bytes.data()), bytes.size()}, "test.gguf");
}

}  // namespace tern
