#include "core/shape_check.h"

#include "core/text.h"
#include "tern/error.h"

namespace tern {
namespace core_shape_check {

/// In bytes this is far from what an address can be, also with the largest elements.
constexpr std::int64_t most_elements = std::int64_t{1} << 56;

}  // namespace core_shape_check

void check_sizes(std::string_view what, const Shape& shape) {
  std::int64_t room = core_shape_check::most_elements;
  for (const std::int64_t n : shape) {
    if (n < 0)
      throw GraphError(concat("[", what, "] expected dimensions >= 0, got ", to_string(shape)));
    if (n > room)
      throw GraphError(
          concat("[", what, "] expected at most 2^56 elements, got ", to_string(shape)));
    if (n > 0) room /= n;
  }
}

bool lies_inside(const Tensor& view, std::size_t offset, std::size_t bytes) {
  const TypeTraits& type = traits(view.type);
  if (offset > bytes || type.block_bytes > bytes - offset) return false;
  std::size_t room = bytes - offset - type.block_bytes;
  for (std::size_t i = 0; i < max_dims; ++i) {
    const std::int64_t n = i == 0 ? view.shape[0] / type.block_size : view.shape[i];
    const auto steps = static_cast<std::size_t>(n - 1);
    if (steps == 0 || view.stride[i] == 0) continue;
    if (steps > room / view.stride[i]) return false;
    room -= steps * view.stride[i];
  }
  return true;
}

}  // namespace tern
