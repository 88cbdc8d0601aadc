#include "ops/fill.h"

#include <cmath>

#include "core/check.h"
#include "core/text.h"

namespace tern {

Tensor* fill(Graph& graph, const Shape& shape, float value) {
  Tensor* result = graph.node(fill_op, Type::f32, shape, {});
  result->set_params(FillParams{value});
  return result;
}

Tensor* arange(Graph& graph, float start, float stop, float step) {
  const float count = std::ceil((stop - start) / step);
  // Floats count exactly up to here. Written so that NaN fails too.
  if (!(count >= 0.0f && count <= 16777216.0f))
    fail(arange_op, "0 to 2^24 steps", concat(start, " to ", stop, " by ", step));
  Tensor* result =
      graph.node(arange_op, Type::f32, {static_cast<std::int64_t>(count), 1, 1, 1}, {});
  result->set_params(ArangeParams{start, step});
  return result;
}

void register_op_fill(OpTable& table) {
  table.add(fill_op);
  table.add(arange_op);
}

}  // namespace tern
