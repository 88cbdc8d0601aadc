#include "core/tensor.h"

#include "core/text.h"

namespace tern {

Strides contiguous_strides(Type type, const Shape& shape) {
  Strides stride{};
  stride[0] = traits(type).block_bytes;
  stride[1] = row_bytes(type, shape[0]);
  for (std::size_t i = 2; i < max_dims; ++i)
    stride[i] = stride[i - 1] * static_cast<std::size_t>(shape[i - 1]);
  return stride;
}

std::int64_t element_count(const Shape& shape) { return shape[0] * row_count(shape); }

std::int64_t row_count(const Shape& shape) { return shape[1] * shape[2] * shape[3]; }

std::size_t byte_span(const Tensor& tensor) {
  if (element_count(tensor.shape) == 0) return 0;
  const std::int64_t blocks = tensor.shape[0] / traits(tensor.type).block_size;
  std::size_t last = static_cast<std::size_t>(blocks - 1) * tensor.stride[0];
  for (std::size_t i = 1; i < max_dims; ++i)
    last += static_cast<std::size_t>(tensor.shape[i] - 1) * tensor.stride[i];
  return last + traits(tensor.type).block_bytes;
}

bool is_contiguous(const Tensor& tensor) {
  const Strides expected = contiguous_strides(tensor.type, tensor.shape);
  for (std::size_t i = 0; i < max_dims; ++i) {
    // The stride of a dimension of one element is never used.
    if (tensor.shape[i] != 1 && tensor.stride[i] != expected[i]) return false;
  }
  return true;
}

bool has_contiguous_rows(const Tensor& tensor) {
  return tensor.shape[0] == 1 || tensor.stride[0] == traits(tensor.type).block_bytes;
}

std::string to_string(const Shape& shape) {
  std::size_t used = max_dims;
  while (used > 1 && shape[used - 1] == 1) --used;
  std::string text = "[";
  for (std::size_t i = 0; i < used; ++i) text += concat(i == 0 ? "" : ", ", shape[i]);
  return text + "]";
}

std::string describe(const Tensor& tensor) {
  const std::string label = tensor.name.empty() ? "" : tensor.name + ": ";
  return concat(label, name(tensor.type), " ", to_string(tensor.shape));
}

}  // namespace tern
