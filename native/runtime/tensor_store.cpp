#include "runtime/tensor_store.h"

#include <utility>

#include "core/allocator.h"

namespace tern {
namespace runtime_tensor_store {

std::size_t padded(std::size_t bytes) {
  return (bytes + memory_alignment - 1) / memory_alignment * memory_alignment;
}

}  // namespace runtime_tensor_store

Tensor* TensorStore::add(Type type, std::int64_t width, std::int64_t rows, std::string name) {
  Tensor& tensor = tensors_.emplace_back();
  tensor.type = type;
  tensor.shape = {width, rows, 1, 1};
  tensor.stride = contiguous_strides(type, tensor.shape);
  tensor.name = std::move(name);
  return &tensor;
}

void TensorStore::provide(Backend& backend) {
  std::size_t bytes = 0;
  for (const Tensor& tensor : tensors_) bytes += runtime_tensor_store::padded(byte_span(tensor));
  if (bytes == 0) return;
  buffer_ = backend.allocate(bytes);
  std::byte* next = buffer_->data();
  for (Tensor& tensor : tensors_) {
    tensor.data = next;
    next += runtime_tensor_store::padded(byte_span(tensor));
  }
}

}  // namespace tern
