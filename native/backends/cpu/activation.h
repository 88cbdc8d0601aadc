#pragma once

#include <cmath>

namespace tern {

inline float relu(float x) { return x > 0.0f ? x : 0.0f; }
inline float sigmoid(float x) { return 1.0f / (1.0f + std::exp(-x)); }
inline float silu(float x) { return x * sigmoid(x); }
inline float gelu_quick(float x) { return x * sigmoid(1.702f * x); }
inline float gelu_erf(float x) { return 0.5f * x * (1.0f + std::erf(x * 0.70710678f)); }

inline float gelu(float x) {
  constexpr float sqrt_2_over_pi = 0.79788456f;
  return 0.5f * x * (1.0f + std::tanh(sqrt_2_over_pi * x * (1.0f + 0.044715f * x * x)));
}

inline float elu(float x) { return x > 0.0f ? x : std::expm1(x); }
inline float relu_sqr(float x) { return relu(x) * relu(x); }
inline float hardsigmoid(float x) {
  return std::fmin(1.0f, std::fmax(0.0f, (x + 3.0f) * (1.0f / 6.0f)));
}
inline float hardswish(float x) { return x * hardsigmoid(x); }
/// Where exp(x) would be large, 1 is lost in the sum anyway.
inline float softplus(float x) { return x > 20.0f ? x : std::log1p(std::exp(x)); }

}  // namespace tern
