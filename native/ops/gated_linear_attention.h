#pragma once

#include "core/graph.h"
#include "core/ops/gated_linear_attention.h"
#include "ops/recurrence.h"

namespace tern {

/// What gated linear attention works on; all F32.
struct GatedLinearAttention {
  Tensor* q = nullptr;       ///< [size, heads, tokens, sequences]
  Tensor* k = nullptr;       ///< like q
  Tensor* v = nullptr;       ///< like q
  Tensor* gate = nullptr;    ///< what each key channel keeps, like q
  Tensor* states = nullptr;  ///< [size, size, heads, sequences], contiguous
};

/// For each head, with a state S of a row for each key channel:
///   S = gate * S + k vᵀ,  output = scale * q S.
Recurrence gated_linear_attention(Graph& graph, const GatedLinearAttention& attention, float scale);

}  // namespace tern
