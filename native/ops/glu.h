#pragma once

#include "core/graph.h"
#include "core/ops/glu.h"

namespace tern {

/// activation(gate) * value with one of the ops of core/ops/glu.h; both F32 of one shape.
Tensor* glu(Graph& graph, const OpInfo& op, Tensor* gate, Tensor* value);

/// The same for a tensor whose rows hold both: the gate in the first half, or with `swapped` in the
/// second. Rows have an even number of elements; the result has half of it.
Tensor* glu_halves(Graph& graph, const OpInfo& op, Tensor* x, bool swapped = false);

/// The gate of gpt-oss; see core/ops/glu.h.
Tensor* swiglu_oai(Graph& graph, Tensor* gate, Tensor* value, const SwigluOaiParams& params);

/// swiglu of limited operands; see core/ops/glu.h.
Tensor* swiglu_clamp(Graph& graph, Tensor* gate, Tensor* value, float limit);

}  // namespace tern
