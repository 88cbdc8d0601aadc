#pragma once

#include "backends/gpu/lowering.h"

namespace tern {

/// A norm, its weight and its bias (both may be missing) in one call that writes `result`.
void lower_norm(Lowering& to, const Tensor& norm, const Tensor* weight, const Tensor* bias,
                const Tensor& result);

}  // namespace tern
