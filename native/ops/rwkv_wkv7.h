#pragma once

#include "core/graph.h"
#include "core/ops/rwkv_wkv7.h"
#include "ops/recurrence.h"

namespace tern {

/// What the time mixing of RWKV 7 works on; all F32.
struct RwkvWkv7 {
  Tensor* r = nullptr;       ///< [size, heads, tokens, sequences]
  Tensor* decay = nullptr;   ///< what each key channel keeps, like r
  Tensor* k = nullptr;       ///< like r
  Tensor* v = nullptr;       ///< like r
  Tensor* a = nullptr;       ///< direction that is read from the state, like r
  Tensor* b = nullptr;       ///< direction along which what was read is added, like r
  Tensor* states = nullptr;  ///< [size, size, heads, sequences], contiguous
};

/// For each head, with a state S of a row for each value channel:
///   S = S * decay + v kᵀ + (S a) bᵀ,  output = S r.
Recurrence rwkv_wkv7(Graph& graph, const RwkvWkv7& mix);

}  // namespace tern
