#pragma once

#include <algorithm>

#include "core/check.h"
#include "core/graph.h"
#include "core/text.h"
#include "ops/layout.h"

namespace tern {

/// What an op gives that carries a state from token to token: views of the two parts of one result,
/// in which the outputs stand before the states. Both are F32 and contiguous.
struct Recurrence {
  Tensor* outputs = nullptr;  ///< [size, heads, tokens, sequences]
  /// [.., .., heads, sequences * snapshots]: the states behind the last token, then those behind
  /// the token before it, and so on.
  Tensor* states = nullptr;
};

namespace ops_recurrence {

inline void expect_shape(const OpInfo& op, const Tensor& tensor, const Shape& shape) {
  if (tensor.shape != shape) fail(op, concat("shape ", to_string(shape)), describe(tensor));
}

/// F32, with these dimensions; rows may lie apart.
inline void expect_floats(const OpInfo& op, const Tensor& tensor, const Shape& shape) {
  expect_type(op, tensor, Type::f32);
  expect_contiguous_rows(op, tensor);
  expect_shape(op, tensor, shape);
}

/// States that kernels copy as a whole.
inline void expect_states(const OpInfo& op, const Tensor& states, const Shape& shape) {
  expect_type(op, states, Type::f32);
  expect_contiguous(op, states);
  expect_shape(op, states, shape);
}

/// As many snapshots as were asked for, but not more than there are tokens.
inline std::int64_t snapshot_count(const OpInfo& op, std::int64_t asked, std::int64_t tokens) {
  if (asked < 1) fail(op, "at least one snapshot", concat(asked));
  return std::max<std::int64_t>(1, std::min(asked, tokens));
}

/// `states`: with all snapshots in the last dimension.
inline Tensor* make_node(Graph& graph, const OpInfo& op, const Shape& outputs, const Shape& states,
                         std::initializer_list<Tensor*> sources) {
  const std::int64_t count = element_count(outputs) + element_count(states);
  return graph.node(op, Type::f32, {count, 1, 1, 1}, sources);
}

inline Recurrence split(Graph& graph, Tensor* node, const Shape& outputs, const Shape& states) {
  const std::size_t bytes = static_cast<std::size_t>(element_count(outputs)) * sizeof(float);
  return {view(graph, node, outputs, contiguous_strides(Type::f32, outputs), 0),
          view(graph, node, states, contiguous_strides(Type::f32, states), bytes)};
}

}  // namespace ops_recurrence
}  // namespace tern
