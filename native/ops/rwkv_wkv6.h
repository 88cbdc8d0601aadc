#pragma once

#include "core/graph.h"
#include "core/ops/rwkv_wkv6.h"
#include "ops/recurrence.h"

namespace tern {

/// What the time mixing of RWKV 6 works on; all F32.
struct RwkvWkv6 {
  Tensor* k = nullptr;       ///< [size, heads, tokens, sequences]
  Tensor* v = nullptr;       ///< like k
  Tensor* r = nullptr;       ///< like k
  Tensor* first = nullptr;   ///< weight of the current token, [size, heads], contiguous
  Tensor* decay = nullptr;   ///< what each key channel keeps, like k
  Tensor* states = nullptr;  ///< [size, size, heads, sequences], contiguous
};

/// For each head, with a state S of a row for each key channel:
///   output = r (S + first * k vᵀ),  S = decay * S + k vᵀ.
Recurrence rwkv_wkv6(Graph& graph, const RwkvWkv6& mix);

}  // namespace tern
