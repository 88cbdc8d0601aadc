#include "models/base/step_context.h"

#include <cstring>
#include <utility>

namespace tern {
namespace models_step_context {

/// Only the first three dimensions say where a token is.
void fill_sections(std::span<const BatchEntry> entries, std::span<std::byte> bytes) {
  std::vector<std::int32_t> values(4 * entries.size(), 0);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    for (std::size_t d = 0; d < 3; ++d) values[d * entries.size() + i] = entries[i].position;
  }
  std::memcpy(bytes.data(), values.data(), bytes.size());
}

}  // namespace models_step_context

Tensor* StepContext::input(Type type, const Shape& shape, const std::string& name,
                           InputFiller fill) const {
  for (const Input& known : inputs_) {
    if (known.tensor->name == name) return known.tensor;
  }
  inputs_.push_back({graph.input(type, shape, name), std::move(fill)});
  return inputs_.back().tensor;
}

Tensor* StepContext::section_positions() const {
  return input(Type::i32, {4 * count, 1, 1, 1}, "section positions",
               models_step_context::fill_sections);
}

}  // namespace tern
