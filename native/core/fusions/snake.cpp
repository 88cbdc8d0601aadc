#include "core/snake.h"

#include "core/fusion.h"

namespace tern {
namespace fusions_snake {

bool is_matrix(const Tensor& tensor) { return tensor.shape[2] == 1 && tensor.shape[3] == 1; }

/// x + factor * sin(a * x)^2 with one a and one factor per row.
bool fits(std::span<Tensor* const> nodes) {
  const Snake snake = snake_of(nodes);
  const Tensor& x = *snake.x;
  const Tensor& a = *snake.a;
  const Tensor& factor = *snake.factor;
  const Tensor* added = nodes[4]->source[nodes[4]->source[0] == nodes[3] ? 1 : 0];
  if (added != &x || a.shape != factor.shape) return false;
  if (a.shape[0] != 1 || a.shape[1] != x.shape[1] || !is_matrix(a) || !is_matrix(x)) return false;
  for (const Tensor* tensor : {&x, &a, &factor, static_cast<const Tensor*>(nodes[4])}) {
    if (tensor->type != Type::f32 || !is_contiguous(*tensor)) return false;
  }
  return true;
}

}  // namespace fusions_snake

void register_fusion_snake(FusionTable& table) {
  table.add({"MUL+SIN+SQR+MUL+ADD",
             "snake",
             {"mul", "sin", "sqr", "mul", "add"},
             true,
             fusions_snake::fits});
}

}  // namespace tern
