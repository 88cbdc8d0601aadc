#pragma once

#include <deque>
#include <map>
#include <string>
#include <vector>

#include "core/tensor.h"

namespace tern {

class Gguf;
struct GgufTensor;
class ModelDraft;

/// The tensors of a model file as tensors that graphs can use. Owns them; their memory belongs to
/// the file, which must live at least as long.
class Weights {
 public:
  explicit Weights(const Gguf& file, ModelDraft* draft = nullptr) : file_(file), draft_(draft) {}

  /// Throws ModelError that names the tensor if it is missing, of another shape or of a type that
  /// this library does not have.
  Tensor* require(const std::string& name, const Shape& shape);

  /// The same, but the file may have it in another shape with as many elements.
  Tensor* require_as(const std::string& name, const Shape& shape);

  /// As `require`, but null if there is no such tensor.
  Tensor* find(const std::string& name, const Shape& shape);

  bool has(const std::string& name) const;

  /// The number of rows of a tensor that must exist.
  std::int64_t rows_of(const std::string& name) const;

  std::size_t bytes() const { return bytes_; }

 private:
  const GgufTensor* look_up(const std::string& name, const Shape& shape, bool required);
  Tensor* make(const GgufTensor& stored, const Shape& shape);
  std::byte* aligned(const GgufTensor& stored);
  [[noreturn]] void fail(const std::string& name, const std::string& expected,
                         const std::string& found) const;

  const Gguf& file_;
  ModelDraft* draft_;                          // null: the file has all there is
  std::map<std::string, Tensor> tensors_;      // their addresses stay
  std::deque<std::vector<std::byte>> copies_;  // of tensors that lie at odd addresses
  std::size_t bytes_ = 0;
};

}  // namespace tern
