#include "tools/common/gguf_file.h"

#include <cstdint>
#include <memory>
#include <type_traits>

#include "tern/type.h"

namespace tern::tools {
namespace tools_gguf_file {

constexpr std::size_t alignment = 32;

void pad(std::string& text) { text.resize((text.size() + alignment - 1) / alignment * alignment); }

/// Little-endian, as all machines are that the library runs on.
template <class Number>
void put(std::string& to, Number number) {
  to.append(reinterpret_cast<const char*>(&number), sizeof number);
}

void put(std::string& to, const std::string& text) {
  put(to, std::uint64_t{text.size()});
  to += text;
}

void put(std::string& to, const std::shared_ptr<const GgufArray>& array);

void put_element(std::string& to, const GgufValue& value) {
  std::visit([&](const auto& held) { put(to, held); }, value);
}

void put(std::string& to, const std::shared_ptr<const GgufArray>& array) {
  put(to, static_cast<std::uint32_t>(array->element));
  put(to, std::uint64_t{array->size()});
  std::visit(
      [&](const auto& values) {
        using Value = typename std::decay_t<decltype(values)>::value_type;
        for (const auto& value : values) {
          if constexpr (std::is_same_v<Value, GgufValue>) {
            put_element(to, value);
          } else {
            put(to, Value{value});
          }
        }
      },
      array->values);
}

void put_tensor(std::string& to, const GgufTensor& tensor, std::uint64_t offset) {
  put(to, tensor.name);
  put(to, static_cast<std::uint32_t>(tensor.dims));
  for (int i = 0; i < tensor.dims; ++i)
    put(to, static_cast<std::uint64_t>(tensor.shape[static_cast<std::size_t>(i)]));
  put(to, traits(*tensor.type).gguf_id);
  put(to, offset);
}

}  // namespace tools_gguf_file

std::string gguf_bytes(const GgufContent& content) {
  using namespace tools_gguf_file;
  std::string head = "GGUF";
  put(head, std::uint32_t{3});
  put(head, std::uint64_t{content.tensors.size()});
  put(head, std::uint64_t{content.metadata.size()});
  for (const auto& [key, value] : content.metadata) {
    put(head, key);
    put(head, static_cast<std::uint32_t>(type_of(value)));
    put_element(head, value);
  }
  std::string data;
  for (std::size_t i = 0; i < content.tensors.size(); ++i) {
    put_tensor(head, content.tensors[i], data.size());
    data.append(reinterpret_cast<const char*>(content.data[i].data()), content.data[i].size());
    pad(data);
  }
  pad(head);
  return head + data;
}

}  // namespace tern::tools
