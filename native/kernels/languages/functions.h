#pragma once

// Functions that some languages lack, made of those that all have.

#define TN_DEFINE_TANH \
  TN_FUNCTION float tanh(float x) { return 1.0f - 2.0f / (exp(2.0f * x) + 1.0f); }

// Where 1 + x rounds, the quotient takes the error back.
#define TN_DEFINE_LOG1P                               \
  TN_FUNCTION float log1p(float x) {                  \
    const float u = 1.0f + x;                         \
    return u == 1.0f ? x : log(u) * (x / (u - 1.0f)); \
  }

#define TN_DEFINE_EXPM1                                           \
  TN_FUNCTION float expm1(float x) {                              \
    const float u = exp(x);                                       \
    if (u == 1.0f) return x;                                      \
    return u - 1.0f == -1.0f ? -1.0f : (u - 1.0f) * (x / log(u)); \
  }

#define TN_DEFINE_POW \
  TN_FUNCTION float pow(float x, float y) { return exp2(y * log2(x)); }

// Abramowitz and Stegun 7.1.26: off by 1.5e-7 at most.
#define TN_DEFINE_ERF                                                                  \
  TN_FUNCTION float erf(float x) {                                                     \
    const float t = 1.0f / (1.0f + 0.3275911f * fabs(x));                              \
    const float p = 1.421413741f + t * (-1.453152027f + t * 1.061405429f);             \
    const float tail = t * (0.254829592f + t * (-0.284496736f + t * p)) * exp(-x * x); \
    return x < 0.0f ? tail - 1.0f : 1.0f - tail;                                       \
  }
