#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>

#include "core/backend.h"
#include "core/tensor.h"

namespace tern {

/// Tensors that outlive a step, in one buffer of a backend. Their addresses stay.
class TensorStore {
 public:
  /// A matrix of `rows` rows, without memory until provide() is called.
  Tensor* add(Type type, std::int64_t width, std::int64_t rows, std::string name);

  /// Gives zero-filled memory to all tensors. Throws RequestError if there is not enough.
  void provide(Backend& backend);

  std::size_t bytes() const { return buffer_ == nullptr ? 0 : buffer_->size(); }

 private:
  std::deque<Tensor> tensors_;
  std::unique_ptr<Buffer> buffer_;
};

}  // namespace tern
