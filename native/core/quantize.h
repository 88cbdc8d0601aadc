#pragma once

#include <algorithm>
#include <cmath>

namespace tern {

/// The element with the largest magnitude, with its sign; the first of several.
inline float largest_by_magnitude(const float* x, int n) {
  return *std::max_element(x, x + n, [](float a, float b) { return std::fabs(a) < std::fabs(b); });
}

/// 1 / x, or 0 for 0.
inline float inverse_or_zero(float x) { return x == 0.0f ? 0.0f : 1.0f / x; }

/// floor(x + offset + 0.5), limited to 0 … top. The first limit gives NaN and infinities a result,
/// and the sum is rounded to float on its own: no compiler can fuse it with what made x.
inline int offset_code(float x, int offset, int top) {
  const auto shift = static_cast<float>(offset);
  const float limited = std::fmin(std::fmax(x, -shift - 1.0f), static_cast<float>(top) + 1.0f);
  return std::clamp(static_cast<int>(limited + (shift + 0.5f)), 0, top);
}

/// The nearest whole number, halves away from zero, limited to lowest … highest.
inline int nearest_code(float x, int lowest, int highest) {
  const auto low = static_cast<float>(lowest);
  return static_cast<int>(std::fmin(std::fmax(std::round(x), low), static_cast<float>(highest)));
}

/// The scale for which scale * level(x / scale) is closest to x by least squares, among some that
/// give the largest element about the level `extreme`. `level` gives the level nearest to a float.
template <class Level>
float fit_scale(const float* x, int n, float extreme, Level level) {
  const float largest = largest_by_magnitude(x, n);
  if (largest == 0.0f) return 0.0f;
  float best = largest / extreme;
  float best_gain = 0.0f;
  for (int trial = -9; trial <= 9; ++trial) {
    const float inverse = extreme * (1.0f + 0.02f * static_cast<float>(trial)) / largest;
    float across = 0.0f;
    float square = 0.0f;
    for (int i = 0; i < n; ++i) {
      const float value = level(x[i] * inverse);
      across += x[i] * value;
      square += value * value;
    }
    // What the best scale for these levels takes off the sum of squares of x.
    if (square > 0.0f && across * across > best_gain * square) {
      best = across / square;
      best_gain = across * across / square;
    }
  }
  return best;
}

/// x is about step * code - low, with codes from 0 and neither step nor low negative.
struct AffineFit {
  float step;
  float low;
};

inline int affine_code(const AffineFit& fit, float x, int top) {
  return nearest_code((x + fit.low) * inverse_or_zero(fit.step), 0, top);
}

inline float affine_error(const AffineFit& fit, const float* x, int n, int top) {
  float error = 0.0f;
  for (int i = 0; i < n; ++i) {
    const float off = fit.step * static_cast<float>(affine_code(fit, x[i], top)) - fit.low - x[i];
    error += off * off;
  }
  return error;
}

/// The least squares for the codes that `fit` gives.
inline AffineFit refit_affine(const AffineFit& fit, const float* x, int n, int top) {
  float codes = 0.0f, squares = 0.0f, sum = 0.0f, across = 0.0f;
  for (int i = 0; i < n; ++i) {
    const auto code = static_cast<float>(affine_code(fit, x[i], top));
    codes += code;
    squares += code * code;
    sum += x[i];
    across += x[i] * code;
  }
  const auto count = static_cast<float>(n);
  const float determinant = count * squares - codes * codes;
  if (!(determinant > 0.0f)) return fit;
  const float step = (count * across - sum * codes) / determinant;
  const float low = (step * codes - sum) / count;
  if (low < 0.0f) return {std::fmax(across / squares, 0.0f), 0.0f};
  return {std::fmax(step, 0.0f), low};
}

/// The best of some fits with codes up to `top`.
inline AffineFit fit_affine(const float* x, int n, int top) {
  const auto [smallest, largest] = std::minmax_element(x, x + n);
  const float low = std::fmax(-*smallest, 0.0f);
  AffineFit best{std::fmax(*largest + low, 0.0f) / static_cast<float>(top), low};
  float best_error = affine_error(best, x, n, top);
  const AffineFit widest = best;
  for (int trial = 0; trial < 8; ++trial) {
    const float part = 1.0f - 0.05f * static_cast<float>(trial);
    const AffineFit fit = refit_affine({widest.step * part, widest.low * part}, x, n, top);
    const float error = affine_error(fit, x, n, top);
    if (error < best_error) {
      best = fit;
      best_error = error;
    }
  }
  return best;
}

}  // namespace tern
