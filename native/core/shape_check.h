#pragma once

#include <string_view>

#include "core/tensor.h"

namespace tern {

/// Throws GraphError "[what] …" for sizes below 0, or so large that products of them overflow.
void check_sizes(std::string_view what, const Shape& shape);

/// True if a view lies inside of `bytes` bytes, `offset` bytes behind their start. Nothing is
/// trusted: strides and offset may be of any size.
bool lies_inside(const Tensor& view, std::size_t offset, std::size_t bytes);

}  // namespace tern
