#include "models/base/weights.h"

#include <cstdint>

#include "core/text.h"
#include "models/base/draft.h"
#include "tern/error.h"
#include "tern/gguf.h"

namespace tern {

void Weights::fail(const std::string& name, const std::string& expected,
                   const std::string& found) const {
  throw ModelError(concat("[weights] ", file_.label(), ": tensor '", name, "': expected ", expected,
                          ", got ", found));
}

Tensor* Weights::require(const std::string& name, const Shape& shape) {
  const GgufTensor* found = look_up(name, shape, true);
  if (found->shape != shape)
    fail(name, concat("shape ", to_string(shape)), to_string(found->shape));
  return make(*found, shape);
}

Tensor* Weights::require_as(const std::string& name, const Shape& shape) {
  const GgufTensor* found = look_up(name, shape, true);
  if (element_count(found->shape) != element_count(shape))
    fail(name, concat("as many elements as ", to_string(shape)), to_string(found->shape));
  return make(*found, shape);
}

Tensor* Weights::find(const std::string& name, const Shape& shape) {
  return look_up(name, shape, false) == nullptr ? nullptr : require(name, shape);
}

bool Weights::has(const std::string& name) const {
  return file_.find_tensor(name) != nullptr || (draft_ != nullptr && draft_->has(name));
}

const GgufTensor* Weights::look_up(const std::string& name, const Shape& shape, bool required) {
  const GgufTensor* found = file_.find_tensor(name);
  if (found == nullptr && draft_ != nullptr) found = draft_->tensor(name, shape, required);
  if (found == nullptr && required)
    fail(name, concat("shape ", to_string(shape)), "no such tensor");
  if (found != nullptr && !found->type)
    fail(name, "a known type", concat("type number ", found->type_id));
  return found;
}

std::int64_t Weights::rows_of(const std::string& name) const {
  const GgufTensor* stored = file_.find_tensor(name);
  if (stored == nullptr && draft_ != nullptr && draft_->rows(name) > 0) return draft_->rows(name);
  if (stored == nullptr) fail(name, "a matrix", "no such tensor");
  return stored->shape[1];
}

Tensor* Weights::make(const GgufTensor& stored, const Shape& shape) {
  const auto [it, inserted] = tensors_.try_emplace(stored.name);
  Tensor& tensor = it->second;
  if (!inserted) return &tensor;
  tensor.type = *stored.type;
  tensor.shape = shape;
  tensor.stride = contiguous_strides(tensor.type, shape);
  tensor.name = stored.name;
  tensor.is_weight = true;
  tensor.data = draft_ != nullptr ? nullptr : aligned(stored);
  bytes_ += stored.bytes;
  return &tensor;
}

std::byte* Weights::aligned(const GgufTensor& stored) {
  // Nothing writes to weights; tensors have no notion of constant memory.
  auto* data = const_cast<std::byte*>(file_.data(stored).data());
  const bool is_aligned = reinterpret_cast<std::uintptr_t>(data) % alignof(float) == 0;
  if (is_aligned || traits(*stored.type).block_bytes != sizeof(float)) return data;
  const auto source = file_.data(stored);
  return copies_.emplace_back(source.begin(), source.end()).data();
}

}  // namespace tern
