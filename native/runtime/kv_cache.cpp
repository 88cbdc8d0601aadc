#include "runtime/kv_cache.h"

#include "core/allocator.h"
#include "core/text.h"
#include "tern/error.h"

namespace tern {
namespace runtime_kv_cache {

std::size_t padded(std::size_t bytes) {
  return (bytes + memory_alignment - 1) / memory_alignment * memory_alignment;
}

}  // namespace runtime_kv_cache

KvCache::KvCache(Backend& backend, const ModelShape& shape, std::int64_t cells, Type type) {
  // Values are read across rows, which blocks do not allow.
  if (traits(type).from_float == nullptr || traits(type).quantized) {
    throw RequestError(concat("[cache] expected type F32, F16 or BF16, got ", name(type)));
  }
  for (std::int64_t i = 0; i < shape.layers; ++i) {
    layers_.push_back({add(type, shape.key_width, cells), add(type, shape.value_width, cells)});
  }
  std::size_t bytes = 0;
  for (const auto& tensor : tensors_) bytes += runtime_kv_cache::padded(byte_span(*tensor));
  buffer_ = backend.allocate(bytes);
  std::byte* next = buffer_->data();
  for (const auto& tensor : tensors_) {
    tensor->data = next;
    next += runtime_kv_cache::padded(byte_span(*tensor));
  }
}

Tensor* KvCache::add(Type type, std::int64_t width, std::int64_t cells) {
  Tensor& tensor = *tensors_.emplace_back(std::make_unique<Tensor>());
  tensor.type = type;
  tensor.shape = {width, cells, 1, 1};
  tensor.stride = contiguous_strides(type, tensor.shape);
  tensor.name = "cache";
  return &tensor;
}

}  // namespace tern
