#include "runtime/tensor_store.h"

#include <utility>

#include "core/allocator.h"

namespace tern {
namespace runtime_tensor_store {

std::size_t padded(const Tensor& tensor) {
  return (byte_span(tensor) + memory_alignment - 1) / memory_alignment * memory_alignment;
}

}  // namespace runtime_tensor_store

Tensor& TensorStore::make(Type type, std::int64_t width, std::int64_t rows,
                          const std::string& name) {
  Tensor& tensor = tensors_.emplace_back();
  tensor.type = type;
  tensor.shape = {width, rows, 1, 1};
  tensor.stride = contiguous_strides(type, tensor.shape);
  tensor.name = name;
  return tensor;
}

Tensor* TensorStore::add(Type type, std::int64_t width, std::int64_t rows, std::string name,
                         std::size_t device) {
  Tensor& tensor = make(type, width, rows, name);
  on_.emplace_back(&tensor, device);
  Spread& spread = spreads_[&tensor];
  spread.home = device;
  spread.parts.resize(devices_.count());
  spread.parts[device] = &tensor;
  return &tensor;
}

Tensor* TensorStore::add_cut(Type type, std::int64_t rows, std::string name, const Cut& columns) {
  Tensor& plain = make(type, columns.end(), rows, name);
  Spread& spread = spreads_[&plain];
  spread.kind = Spread::Kind::cut;
  spread.cut = columns;
  for (std::size_t device = 0; device < devices_.count(); ++device) {
    Tensor* part =
        columns.size(device) == 0 ? nullptr : &make(type, columns.size(device), rows, name);
    spread.parts.push_back(part);
    if (part != nullptr) on_.emplace_back(part, device);
  }
  return &plain;
}

void TensorStore::provide() {
  for (std::size_t device = 0; device < devices_.count(); ++device) {
    std::size_t bytes = 0;
    for (const auto& [tensor, where] : on_)
      bytes += where == device ? runtime_tensor_store::padded(*tensor) : 0;
    if (bytes == 0) continue;
    std::byte* next = buffers_.emplace_back(devices_[device].allocate(bytes))->data();
    for (const auto& [tensor, where] : on_) {
      if (where != device) continue;
      tensor->data = next;
      next += runtime_tensor_store::padded(*tensor);
    }
  }
}

const Spread* TensorStore::find(const Tensor* plain) const {
  const auto it = spreads_.find(plain);
  return it == spreads_.end() ? nullptr : &it->second;
}

std::size_t TensorStore::bytes() const {
  std::size_t bytes = 0;
  for (const auto& buffer : buffers_) bytes += buffer->size();
  return bytes;
}

}  // namespace tern
