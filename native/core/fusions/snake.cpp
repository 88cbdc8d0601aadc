#include "core/fusion.h"

namespace tern {
namespace fusions_snake {

const Tensor& other_source(const Tensor& node, const Tensor* known) {
  return *node.source[node.source[0] == known ? 1 : 0];
}

bool is_matrix(const Tensor& tensor) { return tensor.shape[2] == 1 && tensor.shape[3] == 1; }

/// x + factor * sin(a * x)^2 with one a and one factor per row.
bool fits(std::span<Tensor* const> nodes) {
  const Tensor& first = *nodes[0];
  const Tensor& x = *first.source[first.source[0]->shape == first.shape ? 0 : 1];
  const Tensor& a = other_source(first, &x);
  const Tensor& factor = other_source(*nodes[3], nodes[2]);
  if (&other_source(*nodes[4], nodes[3]) != &x || a.shape != factor.shape) return false;
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
