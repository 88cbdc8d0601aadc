#pragma once

#include "kernels/language.h"

TN_FUNCTION float tn_sigmoid(float x) { return 1.0f / (1.0f + exp(-x)); }
TN_FUNCTION float tn_relu(float x) { return x > 0.0f ? x : 0.0f; }
TN_FUNCTION float tn_silu(float x) { return x * tn_sigmoid(x); }
TN_FUNCTION float tn_gelu_quick(float x) { return x * tn_sigmoid(1.702f * x); }
TN_FUNCTION float tn_gelu_erf(float x) { return 0.5f * x * (1.0f + erf(x * 0.70710678f)); }
TN_FUNCTION float tn_gelu(float x) {
  return 0.5f * x * (1.0f + tanh(0.79788456f * x * (1.0f + 0.044715f * x * x)));
}
TN_FUNCTION float tn_hardsigmoid(float x) {
  return fmin(1.0f, fmax(0.0f, (x + 3.0f) * (1.0f / 6.0f)));
}
TN_FUNCTION float tn_softplus(float x) { return x > 20.0f ? x : log1p(exp(x)); }
