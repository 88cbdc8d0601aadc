#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/tensor.h"
#include "tern/gguf.h"

namespace tern {

/// Stands in for what a file lacks. A loader that runs on an empty file with a draft tells by its
/// questions what a file of its architecture is made of.
class ModelDraft {
 public:
  virtual ~ModelDraft() = default;
  /// Asked for a key, by its whole name, that the file lacks. Null: it stays missing.
  virtual const GgufValue* key(std::string_view name) = 0;
  /// Asked for a tensor that the file lacks. Null: it stays missing. The tensor has no data.
  virtual const GgufTensor* tensor(const std::string& name, const Shape& shape, bool required) = 0;
  /// Asked whether there is a tensor, which decides what the loader makes.
  virtual bool has(std::string_view name) = 0;
  /// Asked for the rows of a matrix before the loader can know its shape. 0: it stays missing.
  virtual std::int64_t rows(std::string_view name) = 0;
};

/// Runs the loader of an architecture on nothing but the draft. Throws ModelError as loading does,
/// where the draft gives too little or what the loader refuses.
void fill_draft(const std::string& architecture, ModelDraft& draft);

}  // namespace tern
