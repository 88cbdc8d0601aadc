#include "core/snake.h"

namespace tern {
namespace core_snake {

const Tensor* other_source(const Tensor& node, const Tensor* known) {
  return node.source[node.source[0] == known ? 1 : 0];
}

}  // namespace core_snake

Snake snake_of(std::span<Tensor* const> nodes) {
  const Tensor& first = *nodes[0];
  const Tensor* x = first.source[first.source[0]->shape == first.shape ? 0 : 1];
  return {x, core_snake::other_source(first, x), core_snake::other_source(*nodes[3], nodes[2])};
}

}  // namespace tern
