// Functions that GLSL lacks, or for which it promises too little.

#define fmin min
#define fmax max
#define fabs abs

/// Near zero, where 1 would swallow the rest, by its series.
float tn_expm1(float x) {
  if (abs(x) > 0.5f) return exp(x) - 1.0f;
  float sum = 1.0f;
  for (int n = 9; n > 1; --n) sum = 1.0f + x / float(n) * sum;
  return x * sum;
}

/// The rounding error of 1 + x cancels in the quotient.
float tn_log1p(float x) {
  precise float u = 1.0f + x;
  precise float d = u - 1.0f;
  return d == 0.0f ? x : log(u) * (x / d);
}

float tn_tanh(float x) {
  const float e = tn_expm1(2.0f * min(abs(x), 20.0f));
  return sign(x) * e / (e + 2.0f);
}

/// A series of positive terms; what is missing beyond 3.9 is less than half a unit of the result.
float tn_erf(float x) {
  const float z = min(abs(x), 3.9f);
  float term = z;
  float sum = z;
  for (int n = 1; n < 48; ++n) {
    term *= 2.0f * z * z / float(2 * n + 1);
    sum += term;
  }
  return sign(x) * min(1.0f, 1.12837917f * exp(-z * z) * sum);
}

/// Sine and cosine: GLSL promises neither large angles nor more than eleven bits. The rest of the
/// angle by quarter turns, in three parts, then series.
vec2 tn_sin_cos(float angle) {
  const float quarters = roundEven(angle * 0.636619772f);
  precise float r = angle - quarters * 1.5703125f;
  r = r - quarters * 4.837512969970703125e-4f;
  r = r - quarters * 7.54978995489188216e-8f;
  const float s = r * r;
  const float sine = r * (1.0f - s / 6.0f * (1.0f - s / 20.0f * (1.0f - s / 42.0f * (1.0f - s / 72.0f))));
  const float cosine = 1.0f - s / 2.0f * (1.0f - s / 12.0f * (1.0f - s / 30.0f * (1.0f - s / 56.0f * (1.0f - s / 90.0f))));
  const int quadrant = int(quarters) & 3;
  const vec2 turned = (quadrant & 1) == 0 ? vec2(sine, cosine) : vec2(cosine, -sine);
  return quadrant < 2 ? turned : -turned;
}

/// Halves away from zero.
float tn_round(float x) { return sign(x) * floor(abs(x) + 0.5f); }

#define tanh tn_tanh
#define erf tn_erf
#define expm1 tn_expm1
#define log1p tn_log1p
#include "activation.h"
