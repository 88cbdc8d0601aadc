#pragma once

#include "core/graph.h"
#include "core/ops/ssm_conv.h"

namespace tern {

/// Convolves each channel with its own kernel along time; the first window - 1 columns of `x` are
/// what came before the tokens. `x` is F32 [window - 1 + tokens, channels, sequences], `kernel`
/// F32 [window, channels]; gives F32 [channels, tokens, sequences].
Tensor* ssm_conv(Graph& graph, Tensor* x, Tensor* kernel);

}  // namespace tern
