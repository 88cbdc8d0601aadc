#pragma once

#include "core/op.h"

namespace tern {

/// source[0]: F32 gate; source[1]: F32 value of the same shape. Result: activation(gate) * value.
inline constexpr OpInfo reglu_op{"reglu"};
inline constexpr OpInfo geglu_op{"geglu"};
inline constexpr OpInfo geglu_erf_op{"geglu_erf"};
inline constexpr OpInfo geglu_quick_op{"geglu_quick"};
inline constexpr OpInfo swiglu_op{"swiglu"};

/// With g = min(gate, limit) and v = value limited to -limit … limit:
/// g * sigmoid(alpha * g) * (v + 1).
inline constexpr OpInfo swiglu_oai_op{"swiglu_oai"};

struct SwigluOaiParams {
  float alpha = 1.702f;
  float limit = 7.0f;
};

/// silu(min(gate, limit)) * value limited to -limit … limit.
inline constexpr OpInfo swiglu_clamp_op{"swiglu_clamp"};

struct SwigluClampParams {
  float limit = 0.0f;
};

}  // namespace tern
